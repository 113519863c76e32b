/** A seeded source of choices: the same seed gives the same contract on every machine. */
export interface Choices {
  /** An integer from `least` to `most`, both included. */
  integer(least: number, most: number): number;
  /** So many different items, in the order of the list. */
  some<Item>(items: readonly Item[], count: number): Item[];
}

/** Choices by mulberry32, which is small and good enough for picking names. */
export function choices(seed: number): Choices {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  return {
    integer,
    some(items, count) {
      const left = items.map((_item, index) => index);
      const taken = Array.from({ length: Math.min(count, items.length) }, () =>
        left.splice(integer(0, left.length - 1), 1),
      );
      const kept = new Set(taken.flat());
      return items.filter((_item, index) => kept.has(index));
    },
  };
}
