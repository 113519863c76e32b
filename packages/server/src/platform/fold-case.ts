/**
 * What two strings have in common that differ in the case of their letters alone: the same as `fold_case` of the database.
 * Independent of any locale. Lower case has two forms of sigma, and a few letters that are composed only in lower case.
 */
export function foldCase(text: string): string {
  return text.toLowerCase().replaceAll("ς", "σ").normalize("NFC");
}
