/** What the store holds. */
export type Stored =
  /** No record. */
  | "nothing"
  /** A record of a later version of this package. */
  | "newer_version"
  /** A record of another service, or of none. */
  | "other_service"
  /** A record whose token no request header can carry. */
  | "bad_token"
  /** A session with its token. */
  | "token"
  /** A session that was logged out. */
  | "logout";

/** The session here; `open` also before the first one. */
export type Here = "open" | "stopped" | "ended_here" | "ended_by_store";

/** Whose session the record is. */
export type Whose =
  /** It is the session here. */
  | "same"
  /** The store held it before another one, and went back to it: it lost its last writes, in a failover for example. */
  | "earlier"
  /** It is another one, and the store has not seen the session here yet. */
  | "unaware"
  /** It is another one, and replaced what this session last saw; or there is no session here. */
  | "other";

/** The stored token of the same session, against the one held here. */
export type TokenOrder =
  | "held"
  /** The store went back to an earlier revision of the session. */
  | "set_back"
  | "older"
  /** It is older by the evidence here, and another session wrote it again over the token of this one. */
  | "disputed"
  | "newer"
  /** The calls that brought the two overlapped, and only the service knows. */
  | "overlap";

/** What the decision depends on. Each is read only if a rule asks for it: `order` may call the application's `compare`. */
export interface ConflictFacts {
  readonly stored: Stored;
  readonly here: Here;
  /** Whether there is a session here, open or ended. */
  readonly isNamed: boolean;
  readonly whose: Whose;
  /**
   * A login followed by a logout, before the store saw either, also ends the session that the login replaced: the one that
   * the store held then, or another one of the same user.
   */
  readonly endsReplaced: boolean;
  /** Whether it is not known yet if the record is that of the user of the credentials: only a function of them can say. */
  readonly isUserOpen: boolean;
  readonly order: TokenOrder;
}

/** What follows. */
export type Outcome =
  /** Write the session here over the record. */
  | "write"
  /** Change nothing, here or there. */
  | "keep"
  /** Change nothing there, now or later, and tell the application. */
  | "ignore"
  /** Hold the stored token: it is of the session here. */
  | "hold"
  /** Begin the stored session here. */
  | "begin"
  /** End the session here. */
  | "end"
  /** Change nothing, and ask the service which token is newest. */
  | "reconcile";

/** The facts that a rule asks for, in this order; all must hold. */
type Condition = {
  readonly [Fact in keyof ConflictFacts]?: ConflictFacts[Fact] | readonly ConflictFacts[Fact][];
};

/** One rule. */
export interface ConflictRule {
  readonly when: Condition;
  readonly outcome: Outcome;
}

const live = ["open", "stopped"] as const;
const ended = ["ended_here", "ended_by_store"] as const;

/**
 * What follows from what the store holds. Exactly one rule fits any facts, in whatever order they are tried: a test holds
 * that, and that the model of the session reaches each.
 */
export const conflictRules: readonly ConflictRule[] = [
  // An emptied store gets the session back, or its end.
  { when: { stored: "nothing" }, outcome: "write" },
  // A later version knows more of its record than this one, and may still use it.
  { when: { stored: "newer_version" }, outcome: "ignore" },
  // Its token belongs to another service, and must not be sent to this one.
  { when: { stored: "other_service" }, outcome: "ignore" },

  // A token that no header can carry is as good as none, but says nothing of the session.
  { when: { stored: "bad_token", here: ["open", ...ended], isNamed: true }, outcome: "write" },
  // There is nothing to replace it with.
  { when: { stored: "bad_token", here: ["open", ...ended], isNamed: false }, outcome: "keep" },
  // The application has not accepted the session here.
  { when: { stored: "bad_token", here: "stopped" }, outcome: "keep" },

  // The same session. It ended here, and the store does not know yet.
  { when: { stored: "token", whose: "same", here: "ended_here" }, outcome: "write" },
  // Another session ended it, and a late writer does not revive it.
  { when: { stored: "token", whose: "same", here: "ended_by_store" }, outcome: "keep" },
  // Store and memory agree.
  { when: { stored: "token", whose: "same", here: live, order: "held" }, outcome: "keep" },
  // A store that lost its last write does not set memory back.
  { when: { stored: "token", whose: "same", here: live, order: "set_back" }, outcome: "write" },
  // The newer token is here.
  { when: { stored: "token", whose: "same", here: live, order: "older" }, outcome: "write" },
  // The evidence of two sessions contradicts, and they would write over each other for ever: only the service knows.
  { when: { stored: "token", whose: "same", here: live, order: "disputed" }, outcome: "reconcile" },
  // The newer token is there; of two that overlap, the later write is as good a guess as any until the service says.
  { when: { stored: "token", whose: "same", here: live, order: ["newer", "overlap"] }, outcome: "hold" },

  // The store went back to an earlier session. It gets the later one back, or its end.
  { when: { stored: ["token", "logout"], whose: "earlier", here: ["open", "ended_here"] }, outcome: "write" },
  // The session here is not this session's to write.
  { when: { stored: ["token", "logout"], whose: "earlier", here: ["stopped", "ended_by_store"] }, outcome: "keep" },

  // A login that the store has not seen is the latest act.
  { when: { stored: ["token", "logout"], whose: "unaware", here: live }, outcome: "write" },
  // A logout followed it, and ends the session that the login would have replaced, too.
  { when: { stored: ["token", "logout"], whose: "unaware", here: "ended_here", endsReplaced: true }, outcome: "write" },
  // But not the session of another user who has logged in since.
  { when: { stored: ["token", "logout"], whose: "unaware", here: "ended_here", endsReplaced: false }, outcome: "keep" },
  // Another session ended it: nothing here is later than the store.
  { when: { stored: ["token", "logout"], whose: "unaware", here: "ended_by_store" }, outcome: "keep" },

  // The latest act is that of another session: it logged in.
  { when: { stored: "token", whose: "other", here: live, isUserOpen: false }, outcome: "begin" },
  // No token is sent before it is known that it is not another user's: the credentials function is asked first.
  { when: { stored: "token", whose: "other", here: live, isUserOpen: true }, outcome: "keep" },
  // After a logout only the application begins a session.
  { when: { stored: "token", whose: "other", here: ended }, outcome: "keep" },
  // It logged out.
  { when: { stored: "logout", whose: ["same", "other"], here: live, isNamed: true }, outcome: "end" },
  // There is nothing to end.
  { when: { stored: "logout", whose: ["same", "other"], here: live, isNamed: false }, outcome: "keep" },
  { when: { stored: "logout", whose: ["same", "other"], here: ended }, outcome: "keep" },
];

/** The outcome for these facts. */
export function findOutcome(facts: ConflictFacts): Outcome {
  return conflictRules.find((rule) => fits(rule.when, facts))?.outcome ?? "keep";
}

/** Whether all facts that a condition asks for hold. */
export function fits(condition: Condition, facts: ConflictFacts): boolean {
  return Object.entries(condition).every(([fact, wanted]) =>
    [wanted].flat().includes(facts[fact as keyof ConflictFacts]),
  );
}
