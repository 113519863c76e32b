import { readFile } from "node:fs/promises";

/**
 * The text of a file.
 * @param path from the root of the repository, for messages
 * @throws Error that says what to do where there is a folder in its place
 */
export async function readText(url: URL, path: string): Promise<string> {
  return readFile(url, "utf8").catch((error: unknown) => {
    throw isFolderError(error) ? folderError(path) : error;
  });
}

/** An error for a folder where there must be a file. */
export function folderError(path: string): Error {
  return new Error(`${path} is a folder, where there must be a file. Rename or remove it.`);
}

export function isFolderError(error: unknown): boolean {
  return error instanceof Error && "code" in error && String(error.code).endsWith("EISDIR");
}
