/** Invisible characters, except tags: only tags distinguish the flags of regions. */
const invisible = /(?![\u{e0020}-\u{e007f}])\p{Default_Ignorable_Code_Point}/gu;

/**
 * Folds a string for case-insensitive comparison, without invisible characters; the same as `fold_case` of the database.
 * Independent of any locale. Lower case has two forms of sigma, and a few letters that are
 * composed only in lower case.
 */
export function foldCase(text: string): string {
  return text.replaceAll(invisible, "").toLowerCase().replaceAll("ς", "σ").normalize("NFC");
}
