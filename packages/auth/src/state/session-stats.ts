/** Counters since the session object was made. */
export interface SessionStats {
  /** Calls that carried the session's token, replays not counted. */
  requests: number;
  /** Newer tokens that were stored from responses. */
  rotations: number;
  /** Tokens in responses that were ignored. */
  staleDropped: number;
  /** Successful logins. */
  logins: number;
  /** Calls sent again after a 401. */
  replays: number;
  /** Requests for the current token. */
  reconciles: number;
}

export function createStats(): SessionStats {
  return { requests: 0, rotations: 0, staleDropped: 0, logins: 0, replays: 0, reconciles: 0 };
}
