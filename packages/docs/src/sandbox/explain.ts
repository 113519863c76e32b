/** What went wrong, in words for whoever reads the page. */
export function explain(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  if (/content security policy|unsafe-eval/i.test(text))
    return `A content security policy forbids WebAssembly. The worker needs script-src 'self' 'wasm-unsafe-eval'. (${text})`;
  if (/out of memory|memory allocation|could not allocate|cannot allocate|enlarge memory/i.test(text))
    return `There is not enough memory for the database. Close other pages and try again. (${text})`;
  return text;
}
