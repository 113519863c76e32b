import { parse as parseYaml } from "yaml";
import { asRecord } from "../repo/records.ts";
import type { Repo } from "../repo/repo.ts";
import type { Check, Problem } from "./check.ts";

const SPEC = "spec/resources/";
const SERVER = "packages/server/src/resources/";
const METHODS = ["get", "put", "post", "delete", "patch", "head", "options", "trace"];

/** A resource group with operations has a folder of the same name in the contract and in the server. */
export const specFolders: Check = {
  name: "spec-folders",
  why: "the same noun names the folder everywhere: whoever knows the noun knows every path",
  run(repo) {
    const spec = foldersUnder(repo, SPEC).filter((group) => hasOperations(repo, `${SPEC}${group}/paths.yaml`));
    const server = foldersUnder(repo, SERVER);
    const problems: Problem[] = [
      ...spec
        .filter((group) => !server.includes(group))
        .map((group) => ({
          file: `${SPEC}${group}`,
          subject: group,
          message: `has operations, but there is no ${SERVER}${group}/`,
        })),
      ...server
        .filter((group) => !spec.includes(group))
        .map((group) => ({
          file: `${SERVER}${group}`,
          subject: group,
          message: `has no operations in ${SPEC}${group}/paths.yaml`,
        })),
    ];
    return { problems, note: `${spec.length} groups with operations` };
  },
};

function foldersUnder(repo: Repo, prefix: string): string[] {
  const folders = repo.files
    .filter((file) => file.startsWith(prefix) && file.slice(prefix.length).includes("/"))
    .map((file) => file.slice(prefix.length).split("/", 1)[0] ?? "");
  return [...new Set(folders)];
}

function hasOperations(repo: Repo, file: string): boolean {
  if (!repo.has(file)) return false;
  const paths = Object.values(asRecord(parseYaml(repo.read(file))));
  return paths.some((path) => METHODS.some((method) => method in asRecord(path)));
}
