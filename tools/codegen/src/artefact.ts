/** One generated file. */
export interface Artefact {
  /** Path from the root of the repository, with `/`. */
  path: string;
  text: string;
  /** True for files that people read: they are in git, and `--check` compares them. */
  checkedIn: boolean;
}

/** The folder of the checked-in files of the contract. */
export const generatedFolder = "packages/contract/src/generated";

/** The folder of those of the client. */
export const clientFolder = "packages/client/src/generated";

/** All folders of checked-in files; a file in them that nothing generates is stale. */
export const generatedFolders: readonly string[] = [generatedFolder, clientFolder];

/** The folder of the validators of single operations and schemas, which are built; a file in it that nothing generates is stale. */
export const validatorsFolder = "packages/contract/dist/validators";

/** Root of the repository. */
export const rootUrl: URL = new URL("../../../", import.meta.url);
