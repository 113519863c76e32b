import { posix } from "node:path";
import { entriesOf } from "../packed/entries.ts";
import type { PackedPackage } from "../packed/packed-package.ts";

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
