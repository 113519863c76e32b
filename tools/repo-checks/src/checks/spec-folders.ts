import { foldersUnder, operationCount, SPEC_GROUPS as SPEC } from "../spec/resource-groups.ts";
import type { Check, Problem } from "./check.ts";

const SERVER = "packages/server/src/resources/";

/** A resource group with operations has a folder of the same name in the contract and in the server. */
export const specFolders: Check = {
  name: "spec-folders",
  why: "the same noun names the folder everywhere: whoever knows the noun knows every path",
  run(repo) {
    const spec = foldersUnder(repo, SPEC).filter((group) => operationCount(repo, group) > 0);
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
