/** What nobody sees, but the tags of flags: flags of different regions differ in nothing else. */
const invisible = /(?![\u{e0020}-\u{e007f}])\p{Default_Ignorable_Code_Point}/gu;

/**
 * What two strings have in common that differ in the case of their letters and in invisible characters alone: the same as
 * `fold_case` of the database. Independent of any locale. Lower case has two forms of sigma, and a few letters that are
 * composed only in lower case.
 */
export function foldCase(text: string): string {
  return text.replaceAll(invisible, "").toLowerCase().replaceAll("ς", "σ").normalize("NFC");
}
