/** One generated file. */
export interface Artefact {
  /** Path from the root of the repository, with `/`. */
  path: string;
  text: string;
  /** True for files that people read: they are in git, and `--check` compares them. */
  checkedIn: boolean;
}

/** The folder of the checked-in files; a file in it that nothing generates is stale. */
export const generatedFolder = "packages/contract/src/generated";

/** Root of the repository. */
export const rootUrl: URL = new URL("../../../", import.meta.url);
