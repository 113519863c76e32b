import { parse as parseYaml } from "yaml";
import { asRecord } from "../repo/records.ts";
import type { Repo } from "../repo/repo.ts";

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

/** How many operations the `paths.yaml` of a resource group has. */
export function operationCount(repo: Repo, group: string): number {
  const file = `${SPEC_GROUPS}${group}/paths.yaml`;
  if (!repo.has(file)) return 0;
  const paths = Object.values(asRecord(parseYaml(repo.read(file))));
  return paths.flatMap((path) => METHODS.filter((method) => method in asRecord(path))).length;
}
