import type { SuccessContent } from "../call/result.ts";

/** A success as it is kept: its content apart from its headers, among which is no token. */
export interface Kept {
  readonly status: number;
  readonly headers: Headers;
  /** What the call sent in the headers that `Vary` of the response names. */
  readonly variant: string;
  readonly content: SuccessContent;
}

/** At most `max` answers; the least recently used one goes first. */
export function createKept(max: number) {
  // A Map keeps the order of insertion: the first is the least recently used.
  const entries = new Map<string, Kept>();
  let era = 0;
  const drop = (key: string): void => void entries.delete(key);
  return {
    /** Changes with each `clear`: a response to a call that began before must not be kept. */
    era: (): number => era,
    get(key: string): Kept | undefined {
      const entry = entries.get(key);
      drop(key);
      if (entry) entries.set(key, entry);
      return entry;
    },
    put(key: string, entry: Kept): void {
      entries.set(key, entry);
      const [oldest] = entries.keys();
      if (entries.size > max && oldest !== undefined) drop(oldest);
    },
    drop,
    clear(): void {
      era += 1;
      entries.clear();
    },
  };
}
