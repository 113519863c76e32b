/**
 * One finished (or cut off) call on a compare-and-swap register, with the moments of its beginning and end on one
 * counter. Values are compared by `===`.
 */
export interface RegisterCall {
  readonly begin: number;
  /** `Infinity` when the outcome is not known, because the call failed or its process was killed. */
  readonly end: number;
  /** What was done. `swap` carries its result; `undefined` when the outcome is not known. */
  readonly did:
    | { readonly kind: "read"; readonly saw: string }
    | { readonly kind: "swap"; readonly from: string; readonly to: string; readonly done: boolean | undefined };
}

/**
 * Whether one order of the calls exists that keeps real time (a call that ended before another began comes first) and
 * in which a register with the given first value would have given just these results. Search after Wing and Gong with Lowe's
 * memory of visited states: exact, and fast as long as few calls overlap at once.
 */
export function isLinearizable(initial: string, history: readonly RegisterCall[]): boolean {
  const calls = history.toSorted((a, b) => a.begin - b.begin);
  const seen = new Set<string>();
  const taken = calls.map(() => false);

  const search = (value: string, left: number): boolean => {
    // Calls whose outcome is not known may as well never have happened.
    if (left === 0 || calls.every((call, index) => taken[index] === true || call.end === Infinity)) return true;
    const first = taken.indexOf(false);
    const key = `${first}:${calls.flatMap((_call, index) => (index > first && taken[index] === true ? index : []))}:${value}`;
    if (seen.has(key)) return false;
    seen.add(key);
    const horizon = Math.min(...calls.filter((_call, index) => taken[index] === false).map(({ end }) => end));
    for (const [index, call] of calls.entries()) {
      if (taken[index] === true || call.begin > horizon) continue;
      for (const after of outcomes(call, value)) {
        taken[index] = true;
        if (search(after, left - 1)) return true;
        taken[index] = false;
      }
    }
    return false;
  };
  return search(initial, calls.length);
}

/** The values that the register may have after the call, given its result; none if it could not have had it. */
function outcomes({ did }: RegisterCall, value: string): string[] {
  if (did.kind === "read") return did.saw === value ? [value] : [];
  const fits = did.from === value;
  if (did.done === undefined) return fits ? [did.to, value] : [value];
  if (did.done) return fits ? [did.to] : [];
  return fits ? [] : [value];
}
