/** The `<document> <folder>` that a consumer's script is called with. Throws when one is missing. */
export function scriptArguments(args: readonly string[] = process.argv.slice(2)): { document: string; folder: string } {
  const [document, folder] = args;
  if (document === undefined || folder === undefined) throw new Error("usage: node <script> <document> <folder>");
  return { document, folder };
}
