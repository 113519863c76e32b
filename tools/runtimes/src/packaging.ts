import { posix } from "node:path";
import { checkPackage, type Problem } from "@arethetypeswrong/core";
import { formatMessage } from "publint/utils";
import { publint } from "publint";
import { asTexts, entriesOf, type PackedPackage } from "./packed/packed-package.ts";

/** All that is wrong with how a package is packed; empty when nothing is. */
export async function judgePackaging(packed: PackedPackage): Promise<string[]> {
  return [...judgeManifest(packed), ...judgeFiles(packed), ...(await runPublint(packed)), ...(await runAttw(packed))];
}

const DEPENDENCY_FIELDS = ["dependencies", "peerDependencies", "optionalDependencies", "devDependencies"];

/** What is wrong with a packed package.json: words that only the workspace understands. */
export function judgeManifest({ manifest }: Pick<PackedPackage, "manifest">): string[] {
  const unresolved = DEPENDENCY_FIELDS.flatMap((field) =>
    Object.entries(asTexts(manifest[field]))
      .filter(([, version]) => /^(workspace|catalog|link|file):/.test(version))
      .map(([name, version]) => `package.json: ${field} has ${name} as "${version}", which only the workspace knows`),
  );
  const source = JSON.stringify(manifest["exports"] ?? {}).match(/"[^"]*(?<!\.d)\.[cm]?ts"/)?.[0];
  return source === undefined
    ? unresolved
    : [...unresolved, `package.json: exports lead to the source ${source}; publishConfig was not applied`];
}

type Packed = Pick<PackedPackage, "name" | "manifest" | "files" | "read">;

const REQUIRED = ["package.json", "README.md", "LICENSE"];
const UNWANTED: readonly RegExp[] = [
  /(^|\/)(test|__tests__|coverage|node_modules|\.[^/]+)\//,
  /\.(test|spec|bench)(-d)?\.|\.tsbuildinfo$|(^|\/)tsconfig[^/]*\.json$/,
];

/** What is wrong with the files of a tarball: something is missing, or there is something that users do not need. */
export function judgeFiles(packed: Packed): string[] {
  const files = new Set(packed.files);
  return [
    ...REQUIRED.filter((file) => !files.has(file)).map((file) => `${file} is missing`),
    ...packed.files
      .filter((file) => UNWANTED.some((kind) => kind.test(file)))
      .map((file) => `${file} is nothing for users`),
    ...entriesOf(packed).flatMap(({ subpath, targets }) =>
      targets
        .filter((target) => !files.has(target))
        .map((target) => `exports["${subpath}"] leads to ${target}: missing`),
    ),
    ...packed.files.flatMap((file) => [...staleOutput(file, packed, files), ...brokenMap(file, packed, files)]),
  ];
}

/** The compiler leaves its old output alone, so a source that is gone could still be published. */
function staleOutput(file: string, { read }: Packed, files: ReadonlySet<string>): string[] {
  const operation = /^dist\/validators\/(?:(?:request|response)\/(\w+)\.)?/.exec(file);
  // Codegen writes the modules of validators, and names those of operations in one of them.
  if (operation !== null) {
    const isKnown = !operation[1] || read("dist/validators/lazy/response.js")?.includes(`/${operation[1]}.js"`);
    return isKnown ? [] : [`${file} is of an operation that no longer exists; run: npx -y pnpm@12 codegen`];
  }
  const stem = /^dist\/(.+?)(\.d\.ts|\.js)$/.exec(file)?.[1];
  // Validators are generated into dist; their types stand beside package.json.
  if (stem === undefined || files.has(`src/${stem}.ts`) || files.has(`${stem}.d.ts`)) return [];
  return [`${file} has no source src/${stem}.ts; if it is old, run: npx -y pnpm@12 clean`];
}

/** A debugger follows maps; one that leads nowhere costs users a warning for every file. */
function brokenMap(file: string, { read }: Packed, files: ReadonlySet<string>): string[] {
  const folder = posix.dirname(file);
  if (file.endsWith(".map")) {
    const map: { sources?: string[]; sourceRoot?: string; sourcesContent?: unknown } = JSON.parse(read(file) ?? "{}");
    if (map.sourcesContent !== undefined) return [];
    return (map.sources ?? [])
      .map((source) => posix.join(folder, map.sourceRoot ?? "", source))
      .filter((source) => !files.has(source))
      .map((source) => `${file} names the source ${source}: missing`);
  }
  if (!/\.(js|mjs|d\.ts)$/.test(file)) return [];
  const named = /^\/\/# sourceMappingURL=(?!data:)(\S+)\s*$/m.exec(read(file) ?? "")?.[1];
  const target = named === undefined ? undefined : posix.join(folder, named);
  return target === undefined || files.has(target) ? [] : [`${file} names the map ${target}: missing`];
}

/** What publint says about a tarball, its suggestions included. */
async function runPublint({ bytes }: Pick<PackedPackage, "bytes">): Promise<string[]> {
  const { messages, pkg } = await publint({ pack: { tarball: bytes.buffer }, strict: true });
  return messages.map((message) => `publint: ${formatMessage(message, pkg, { color: false }) ?? message.code}`);
}

/** Profile "esm-only": a package without CommonJS needs to work in neither of these. */
const LEFT_OUT: readonly string[] = ["node10", "node16-cjs"];

/**
 * What "are the types wrong" finds in a tarball of ES modules. A package that promises no types has nothing to find: the
 * Redocly plugin is named in a configuration and never imported by a program.
 */
async function runAttw(packed: PackedPackage): Promise<string[]> {
  const modules = entriesOf(packed).filter(({ kind }) => kind === "module");
  if (!modules.some(({ targets }) => targets.some((target) => target.endsWith(".d.ts")))) return [];
  const result = await checkPackage(packed.content, { entrypoints: modules.map(({ subpath }) => subpath) });
  if (result.types === false) return ["attw: there are no types"];
  return result.problems
    .filter((problem) => !LEFT_OUT.includes(wayOf(problem)))
    .map((problem) => `attw: ${JSON.stringify(problem)}`);
}

/** How the module was looked up that there is a problem with; empty where it makes no difference. */
function wayOf(problem: Problem): string {
  if ("resolutionKind" in problem) return problem.resolutionKind;
  return "resolutionOption" in problem ? problem.resolutionOption : "";
}
