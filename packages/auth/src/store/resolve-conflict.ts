import type { SessionContext } from "../context.ts";
import { parseTokenText } from "../token-text.ts";
import {
  type ConflictFacts,
  findOutcome,
  type Outcome,
  type Stored,
  type TokenOrder,
  type Whose,
} from "./conflict-rules.ts";
import { positive } from "./login-notes.ts";
import type { SessionRecord } from "./token-store.ts";

/** Which of two tokens is newer: `token/order.ts` decides. */
export interface RecordOrder {
  judgeStored(token: string, base: string | null | undefined): "held" | "older" | "newer" | "overlap";
}

/** What a read of the store found; `newer_version`: a record of a later version of this package. */
export type Found = SessionRecord | "newer_version" | undefined;

/** A record that another session wrote, and what was known before it was read. */
export interface Conflict {
  /** The record that this session last saw. */
  readonly before: SessionRecord | undefined;
  /** Whether the store is known to have held the present session of this process. */
  readonly wasStored: boolean;
  /** The session that the store was known to hold when the present one of this process began. */
  readonly heldAtStart: string | undefined;
  /** Sessions that the store held before the last record. */
  readonly earlierSids: readonly string[];
  /** The latest token of this session that was written over here. */
  readonly overwritten: string | null | undefined;
}

/**
 * Brings the session here and the record that was found together, by the rules of `conflict-rules.ts`: changes the
 * session, and returns what follows for the store.
 */
export function resolveConflict(
  context: SessionContext,
  order: RecordOrder,
  found: Found,
  conflict: Conflict,
): Outcome {
  const { state } = context;
  const record = findOwnRecord(context, found);
  const token = record?.token ?? undefined;
  const { held, session } = state;
  // The same note twice proves nothing new, whatever the clock has done meanwhile.
  const isConfirmed = record?.sid === session.sid && record?.confirmed !== conflict.before?.confirmed;
  if (record && isConfirmed && token !== undefined && token === held.token) confirm(context, record, held.confirmedAt);
  const facts = getFacts(context, order, found, conflict);
  const outcome = findOutcome(facts);
  if (record && token !== undefined && outcome === "hold") {
    state.hold(token, { why: "adopted", ambiguous: held.ambiguous || facts.order === "overlap" });
    confirm(context, record);
  } else if (record && token !== undefined && outcome === "begin") takeOver(context, record, token);
  else if (outcome === "end") state.end("store");
  else if (outcome === "reconcile") state.setAmbiguous(true);
  return outcome;
}

/** The record that was found, if it is one that this version reads, and of this service. */
export function findOwnRecord(context: SessionContext, found: Found): SessionRecord | undefined {
  const stored = describeFound(context, found);
  return typeof found !== "object" || stored === "newer_version" || stored === "other_service" ? undefined : found;
}

/** What the store holds, as this session sees it. */
function describeFound({ settings }: SessionContext, found: Found): Stored {
  if (found === undefined) return "nothing";
  // A store of the application may hand out the record of a later version as it is.
  if (found === "newer_version" || found.v !== 1) return "newer_version";
  if (found.serviceId !== settings.serviceId) return "other_service";
  if (found.token === null) return "logout";
  return parseTokenText(found.token) === found.token ? "token" : "bad_token";
}

function getFacts(context: SessionContext, order: RecordOrder, found: Found, conflict: Conflict): ConflictFacts {
  const { sid, user, status, endedBy } = context.state.session;
  const record = findOwnRecord(context, found);
  const isOfSameUser = record !== undefined && record.user !== "" && record.user === user;
  let tokenOrder: TokenOrder | undefined;
  return {
    stored: describeFound(context, found),
    here: status === "ended" ? (endedBy === "here" ? "ended_here" : "ended_by_store") : status,
    isNamed: sid !== undefined,
    whose: record ? findWhose(sid, record, conflict) : "other",
    isUserOpen: sid === undefined && isUserOpen(context, record),
    endsReplaced: !conflict.wasStored && (isOfSameUser || record?.sid === conflict.heldAtStart),
    get order() {
      return (tokenOrder ??= compareStored(context, order, record, conflict));
    },
  };
}

function findWhose(sid: string | undefined, found: SessionRecord, { before, earlierSids }: Conflict): Whose {
  const isSame = found.sid === sid;
  if (isSame && found.token !== null) return "same";
  if (earlierSids.includes(found.sid) && found.rev < (before?.rev ?? 0)) return "earlier";
  if (isSame) return "same";
  return sid !== undefined && sid !== before?.sid ? "unaware" : "other";
}

function compareStored(
  { state }: SessionContext,
  order: RecordOrder,
  found: SessionRecord | undefined,
  { before, overwritten }: Conflict,
): TokenOrder {
  const { token = null, rev = 0 } = found ?? {};
  const knownRev = before?.rev ?? 0;
  if (token === null || token === state.held.token) return "held";
  if (rev < knownRev) return "set_back";
  const verdict = order.judgeStored(token, before?.token);
  const isDisputed = state.session.status === "open" && token === overwritten && rev > knownRev;
  return verdict === "older" && isDisputed ? "disputed" : verdict;
}

/** Takes the session that another one wrote; if it is another user's, only the application can say that it may be used. */
function takeOver(context: SessionContext, found: SessionRecord, token: string): void {
  const { state, settings } = context;
  const { sid, user } = found;
  const sameUser = isSameUser(context, user);
  state.begin({ sid, user, sameUser, by: "store", stop: !sameUser && settings.userChange === "stop" });
  state.hold(token, { why: "adopted" });
  confirm(context, found);
}

/** Whether a user is the one as whom the application acts. An unknown one is not known to be. */
function isSameUser(context: SessionContext, user: string): boolean {
  const { sid, acceptedUser } = context.state.session;
  // At the start, any user will do whom the options do not contradict.
  if (sid === undefined) return isConfiguredUser(context, user);
  const isAccepted = user === acceptedUser || (acceptedUser === "" && user === context.credentials.user);
  return user !== "" && isAccepted;
}

/** Whether the credentials name no other user than this one, who may be unknown. */
export function isConfiguredUser({ credentials }: SessionContext, user: string): boolean {
  return credentials.user === "" || user === "" || user === credentials.user;
}

/** Whether it is not known yet if a record is that of the user whom the credentials function names. */
function isUserOpen(context: SessionContext, found: SessionRecord | undefined): boolean {
  return context.credentials.user === undefined && mustIdentify(context, found);
}

/** Whether only the credentials function can tell whether a record is that of its user: it must be asked first. */
export function mustIdentify({ credentials }: SessionContext, found: SessionRecord | undefined): boolean {
  return credentials.isFunction && found?.v === 1 && found.token !== null && found.user !== "";
}

/** The token was seen to be current when the record says so: by another process, or before this one began. */
function confirm({ state, platform }: SessionContext, found: SessionRecord, atLeast = -Infinity): void {
  // A time in the future counts as now.
  const age = Math.max(0, platform.now() - positive(found.confirmed ?? found.since));
  state.confirm(Math.max(atLeast, platform.steady() - age));
}
