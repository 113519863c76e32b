import { parse as parseYaml } from "yaml";
import { SPEC_READERS } from "../config/arrows.ts";
import { asRecord } from "../repo/workspace.ts";
import type { Repo } from "../repo/repo.ts";
import { parse, type Source, visit } from "../source/parse.ts";
import { codeFiles, GENERATED_FOLDER, isGenerated } from "../source/source-files.ts";
import { type Check, found, type Problem } from "./check.ts";

/** Where the resource groups of the contract are. */
export const SPEC_GROUPS = "spec/resources/";

const METHODS = ["get", "put", "post", "delete", "patch", "head", "options", "trace"];

/** The names of the folders directly under `prefix`. */
export function foldersUnder(repo: Repo, prefix: string): string[] {
  const folders = repo.files
    .filter((file) => file.startsWith(prefix) && file.slice(prefix.length).includes("/"))
    .map((file) => file.slice(prefix.length).split("/", 1)[0] ?? "");
  return [...new Set(folders)];
}

/** The ids of the operations that the `paths.yaml` of a resource group has. */
export function operationIds(repo: Repo, group: string): string[] {
  const file = `${SPEC_GROUPS}${group}/paths.yaml`;
  if (!repo.has(file)) return [];
  const paths = Object.values(asRecord(parseYaml(repo.read(file)))).map(asRecord);
  const operations = paths.flatMap((path) => METHODS.filter((method) => method in path).map((method) => path[method]));
  return operations.map((operation) => String(asRecord(operation).operationId));
}

const SERVER = "packages/server/src/resources/";

const INDEX = "spec/openapi.yaml";

/** The folders that `x-groups` of the contract lists. The preprocessor cannot see the others. */
function listedGroups(repo: Repo): string[] {
  const groups = asRecord(parseYaml(repo.has(INDEX) ? repo.read(INDEX) : ""))["x-groups"];
  const references = Array.isArray(groups) ? groups.map((group) => asRecord(group)["$ref"]) : [];
  return references.map((reference) => /^resources\/([^/]+)\/group\.yaml$/.exec(String(reference))?.[1] ?? "");
}

/** Each folder of a resource group is listed, and with operations it has one of the same name in the server. */
export const specFolders: Check = {
  name: "spec-folders",
  why: "the same noun names the folder everywhere: whoever knows the noun knows every path",
  run(repo) {
    const spec = foldersUnder(repo, SPEC_GROUPS).filter((group) => operationIds(repo, group).length > 0);
    const server = foldersUnder(repo, SERVER);
    const listed = listedGroups(repo);
    const problems: Problem[] = [
      ...foldersUnder(repo, SPEC_GROUPS)
        .filter((group) => !listed.includes(group))
        .map((group) => ({
          file: `${SPEC_GROUPS}${group}`,
          subject: group,
          message: `is not in x-groups of ${INDEX}: add { $ref: resources/${group}/group.yaml } where its pages shall be`,
        })),
      ...spec
        .filter((group) => !server.includes(group))
        .map((group) => ({
          file: `${SPEC_GROUPS}${group}`,
          subject: group,
          message: `has operations, but there is no ${SERVER}${group}/`,
        })),
      ...server
        .filter((group) => !spec.includes(group))
        .map((group) => ({
          file: `${SERVER}${group}`,
          subject: group,
          message: `has no operations in ${SPEC_GROUPS}${group}/paths.yaml`,
        })),
    ];
    return { problems, note: `${spec.length} groups with operations` };
  },
};

/** A path into spec/, as code would write it. */
const SPEC_PATH = /(?:^|[./])spec\/(?:openapi\.yaml|resources|shared|releases|workflows)|\.\.\/spec\/?$/;

/** End-to-end tests run the journeys, and hold the site to the links of the last release: these parts have one more reader. */
const END_TO_END_PATH = /(?:^|\/)spec\/(?:workflows|releases)/;

/** Who names files under spec/ in code. */
export const specReaders: Check = {
  name: "spec-readers",
  why: "spec/ is read by the tools that turn it into packages; everything else takes @fleet-api/contract",
  run(repo) {
    const files = codeFiles(repo).filter((file) => !SPEC_READERS.some((reader) => file.startsWith(reader)));
    return found(files.flatMap((file) => specPaths(parse(repo, file))));
  },
};

function specPaths(source: Source): Problem[] {
  const problems: Problem[] = [];
  const look = (text: string, start: number): void => {
    if (!SPEC_PATH.test(text)) return;
    if (source.path.startsWith("tools/e2e/") && END_TO_END_PATH.test(text)) return;
    const message = `names "${text}"; take what it needs from @fleet-api/contract`;
    problems.push({ file: source.path, line: source.line(start), subject: text, message });
  };
  visit(source, {
    Literal: (node) => {
      if (typeof node.value === "string") look(node.value, node.start);
    },
    TemplateElement: (node) => look(node.value.raw, node.start),
  });
  return problems;
}

const HEAD_LINES = 15;
const HASH = /\b[0-9a-f]{64}\b/i;

/** Every generated file says what made it and how to make it again, lies where people expect it, and can be merged. */
export const generatedFiles: Check = {
  name: "generated-files",
  why: "nobody edits or reviews a generated file by mistake, and branches that edit neighbouring groups merge",
  run(repo) {
    const generated = repo.files.filter(isGenerated);
    const problems = [
      ...generated.flatMap((file) => [...bannerProblems(repo, file), ...hashProblems(repo, file)]),
      ...strays(repo),
    ];
    if (generated.length === 0) {
      problems.push({ file: GENERATED_FOLDER, message: "is missing or empty; run: npx -y pnpm@12 codegen" });
    }
    return { problems, note: `${generated.length} generated files` };
  },
};

function bannerProblems(repo: Repo, file: string): Problem[] {
  const head = headOf(repo, file);
  const missing = [
    ["who generated it (tools/codegen)", /tools\/codegen|@fleet-api-tools\/codegen/],
    ["the command (pnpm codegen)", /\bcodegen\b(?=[`'".,\s]|$)/m],
  ] as const;
  return missing
    .filter(([, pattern]) => !pattern.test(head))
    .map(([what]) => ({ file, subject: what, message: `the first ${HEAD_LINES} lines do not name ${what}` }));
}

/** A file elsewhere that says of itself, in its first comment, that it is generated. */
function strays(repo: Repo): Problem[] {
  return repo.files
    .filter((file) => /\.([cm]?[jt]s|json|ya?ml)$/.test(file) && !isGenerated(file))
    .filter(
      (file) =>
        file !== "pnpm-lock.yaml" && /^(\/\/|\/\*|#)[^\n]*(@generated|generated by|do not edit)/i.test(repo.read(file)),
    )
    .map((file) => ({
      file,
      message: `is generated, but only ${GENERATED_FOLDER} holds generated files`,
    }));
}

/** A hash of the contract changes with every edit, so that two branches would conflict in every file. */
function hashProblems(repo: Repo, file: string): Problem[] {
  const [hash] = HASH.exec(repo.read(file)) ?? [];
  return hash === undefined ? [] : [{ file, subject: hash, message: "holds a hash; export it from a built file" }];
}

function headOf(repo: Repo, file: string): string {
  return repo.read(file).split("\n", HEAD_LINES).join("\n");
}
