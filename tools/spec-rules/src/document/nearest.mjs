/**
 * The name that was probably meant; undefined if none is near.
 *
 * @param {string} written
 * @param {readonly string[]} names
 */
export function nearest(written, names) {
  const [first] = names
    .map((name) => ({ name, edits: editDistance(written, name) }))
    .filter(({ name, edits }) => edits <= Math.max(1, name.length / 4))
    .toSorted((a, b) => a.edits - b.edits);
  return first?.name;
}

/**
 * The number of characters to insert, remove or replace (Levenshtein).
 *
 * @param {string} from
 * @param {string} to
 */
function editDistance(from, to) {
  const start = Array.from({ length: to.length + 1 }, (_, index) => index);
  const last = Array.from(from).reduce((above, character, row) => {
    const next = [row + 1];
    for (let column = 1; column <= to.length; column += 1) {
      const replaced = (above[column - 1] ?? 0) + (to[column - 1] === character ? 0 : 1);
      next.push(Math.min(replaced, (above[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    return next;
  }, start);
  return last.at(-1) ?? 0;
}
