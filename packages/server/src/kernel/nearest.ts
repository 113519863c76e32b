/** The candidate that a name is most likely a misspelling of; null when none is near. */
export function nearest(name: string, candidates: readonly string[]): string | null {
  if (name.length > 64) return null;
  const ranked = candidates
    .map((candidate) => ({ candidate, distance: distance(plain(name), plain(candidate)) }))
    .toSorted((a, b) => a.distance - b.distance);
  const [best] = ranked;
  return best && best.distance <= Math.max(1, Math.floor(best.candidate.length / 3)) ? best.candidate : null;
}

/** `perPage`, `per-page` and `per_page` are the same to a reader. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[_\-.]/g, "");
}

/** Levenshtein distance. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [line, character] of [...from].entries()) {
    const next = [line + 1];
    for (let column = 1; column <= to.length; column += 1) {
      const swap = (row[column - 1] ?? 0) + (character === to[column - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
