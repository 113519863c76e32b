/** Whose session it is, and whether it can be used. */
export interface SessionInfo {
  /** Names the login; `undefined` before the first one. */
  readonly sid: string | undefined;
  /** Fingerprint of the user; empty while unknown, as after `adopt`. */
  readonly user: string;
  /** The token of the session that the store replaced by one of another user, until the application accepts that. */
  readonly replacedToken: string | undefined;
  /** The user as whom the application last acted: fingerprint, empty while unknown. */
  readonly acceptedUser: string;
  /** Grows when the session passes to a user who is not known to be the same. */
  readonly userEpoch: number;
  /** Grows whenever the session is replaced or ended. */
  readonly epoch: number;
  /** `ended`: logged out. `stopped`: the store brought another user, and the application has not accepted that. */
  readonly status: "open" | "ended" | "stopped";
  /** Who began it, and the steady time at which that was. */
  readonly begunBy: "here" | "store";
  readonly begunAt: number;
  /** Who ended it. */
  readonly endedBy: "here" | "store" | undefined;
}

/** What a session is begun with. */
export interface NewSession {
  readonly sid: string;
  readonly user: string;
  /** The user is known to be the one of the session before. */
  readonly sameUser: boolean;
  readonly by: "here" | "store";
  /** Refuse calls until the application accepts the user. */
  readonly stop?: boolean;
}

export const noSession: SessionInfo = {
  sid: undefined,
  user: "",
  replacedToken: undefined,
  acceptedUser: "",
  userEpoch: 0,
  epoch: 0,
  status: "open",
  begunBy: "here",
  begunAt: 0,
  endedBy: undefined,
};
