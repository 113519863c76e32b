/** One generated file. */
export interface Artefact {
  /** Path from the root of the repository, with `/`. */
  path: string;
  text: string;
  /** True for files that people read: they are in git, and `--check` compares them. The others are built. */
  checkedIn: boolean;
}

/** The folder of the checked-in files; a file in it that nothing generates is stale. */
export const generatedFolder = "packages/contract/src/generated";

/** The folders of built TypeScript. Git ignores them; the build of a package compiles them like other sources. */
export const builtFolders = {
  contract: "packages/contract/src/built",
  client: "packages/client/src/built",
  server: "packages/server/src/built",
} as const;

/** The folder of the validators of single operations and schemas, which are built; a file in it that nothing generates is stale. */
export const validatorsFolder = "packages/contract/dist/validators";

/** Root of the repository. */
export const rootUrl: URL = new URL("../../../", import.meta.url);
