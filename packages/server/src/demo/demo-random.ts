/** Repeatable choices for demo data: the same seed gives the same fleet. Never for secrets. */
export interface DemoRandom {
  /** A whole number from `min` to `max`, both included. */
  int(min: number, max: number): number;
  /** One of the items. */
  pick<T>(items: readonly [T, ...T[]]): T;
  /** The items in another order. */
  shuffle<T>(items: readonly T[]): T[];
}

/** The mulberry32 generator: 32 bits of state, good enough to look random. */
export function demoRandom(seed: number): DemoRandom {
  let state = seed | 0;
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (min: number, max: number): number => min + Math.floor(fraction() * (max - min + 1));
  return {
    int,
    pick: (items) => items[int(0, items.length - 1)] ?? items[0],
    shuffle: (items) =>
      items
        .map((item) => ({ item, order: fraction() }))
        .toSorted((a, b) => a.order - b.order)
        .map(({ item }) => item),
  };
}
