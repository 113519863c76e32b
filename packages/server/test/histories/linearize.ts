/** One operation on an object, which took effect at one instant between its begin and its end. */
export interface Step<State> {
  readonly begin: number;
  readonly end: number;
  /** The state after it; null where it cannot have been answered as it was in this state. */
  readonly apply: (state: State) => State | null;
}

/**
 * Whether the operations have an order that fits their instants and their answers: the algorithm of Wing and Gong, which
 * tries all orders and remembers where it has been. An operation without an end may be last.
 */
export function isLinearizable<State>(
  steps: readonly Step<State>[],
  start: State,
  nameOf: (state: State) => string,
): boolean {
  const seen = new Set<string>();
  const done = steps.map(() => false);
  const search = (state: State, left: number): boolean => {
    if (left === 0) return true;
    const place = `${done.map(Number).join("")} ${nameOf(state)}`;
    if (seen.has(place)) return false;
    seen.add(place);
    // Nothing comes before an operation that had ended when it began.
    const open = steps.flatMap((step, index) => (done[index] === true ? [] : [{ ...step, index }]));
    const firstEnd = Math.min(...open.map(({ end }) => end));
    return open.some(({ begin, apply, index }) => {
      const next = begin <= firstEnd ? apply(state) : null;
      if (next === null) return false;
      done[index] = true;
      const found = search(next, left - 1);
      done[index] = false;
      return found;
    });
  };
  return search(start, steps.length);
}
