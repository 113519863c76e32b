import type { OperationRow, ProblemCode } from "@fleet-api/contract";

/** What begins with a login. All of its tokens end with it. */
export interface Session {
  /** The newest last. */
  readonly tokens: string[];
  /** Why its tokens are refused; null while it lasts. */
  ended: "token_revoked" | "token_expired" | null;
  /** Whether the next answer hands out a newer token. */
  rotates: boolean;
}

/** The sessions of one server. */
export interface Sessions {
  /** Begins a session. */
  begin(): Session;
  /** The session of an `Authorization` header; undefined without one. */
  find(authorization: string | null): Session | undefined;
  /** All of them. */
  readonly all: readonly Session[];
  /** The token to hand out to a caller who sent this header; null where it is the newest. */
  newerToken(session: Session, authorization: string | null): string | null;
}

export function createSessions(): Sessions {
  const all: Session[] = [];
  let serial = 0;
  // The form of the reference server's tokens, whose order clients can read.
  const nextToken = (): string => `f1.${++serial}.test`;
  return {
    all,
    begin() {
      const session: Session = { tokens: [nextToken()], ended: null, rotates: false };
      all.push(session);
      return session;
    },
    find: (authorization) => all.find(({ tokens }) => tokens.includes(tokenOf(authorization))),
    newerToken(session, authorization) {
      if (session.rotates) session.tokens.push(nextToken());
      session.rotates = false;
      const newest = newestToken(session);
      return newest === tokenOf(authorization) ? null : newest;
    },
  };
}

/** The token that a session has now. */
export function newestToken({ tokens }: Session): string {
  return tokens.at(-1) ?? "";
}

/** Why an operation refuses a caller; null where it does not. */
export function refusalOf({ auth }: OperationRow, session: Session | undefined): ProblemCode | null {
  if (auth !== "required") return null;
  return session === undefined ? "unauthenticated" : session.ended;
}

function tokenOf(authorization: string | null): string {
  return /^bearer +(\S+)$/i.exec(authorization?.trim() ?? "")?.[1] ?? "";
}
