import type { TokenSource } from "../events.ts";

/** The held token, and what is known of it. */
export interface HeldToken {
  readonly token: string | undefined;
  /** The token that this one replaced in the same session. */
  readonly previous: string | undefined;
  /** Tokens of this session that are proven superseded, the latest first. */
  readonly superseded: readonly string[];
  /** Whether the order of this token and another one is open. */
  readonly ambiguous: boolean;
  /** Logical time at which it arrived. */
  readonly takenAt: number;
  /** Steady time at which it arrived, and at which it was last seen to be current. */
  readonly since: number;
  readonly confirmedAt: number;
  /** Whether a token of this session has worked at least once; that of a login may not. */
  readonly isProven: boolean;
  /** How many tokens in a row came with a 401, up to this one, and none of them has worked. */
  readonly refusals: number;
  /** The `Date` of the response that it came with, in milliseconds since the epoch. */
  readonly responseDate: number | undefined;
}

/** What is known of a token that is held from now on. */
export interface NewToken {
  readonly why: TokenSource;
  readonly ambiguous?: boolean;
  readonly refusals?: number;
  readonly responseDate?: number | undefined;
}

export const noToken: HeldToken = {
  token: undefined,
  previous: undefined,
  superseded: [],
  ambiguous: false,
  takenAt: 0,
  since: 0,
  confirmedAt: 0,
  isProven: true,
  refusals: 0,
  responseDate: undefined,
};

const historyLimit = 32;

/** With these tokens among the superseded ones. */
export function withSuperseded(held: HeldToken, tokens: readonly string[]): HeldToken {
  const older = held.superseded.filter((token) => !tokens.includes(token));
  return { ...held, superseded: [...tokens, ...older].slice(0, historyLimit) };
}
