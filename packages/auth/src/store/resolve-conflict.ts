import type { SessionContext } from "../context.ts";
import { parseTokenText } from "../token-text.ts";
import { positive } from "./login-notes.ts";
import type { SessionRecord } from "./token-store.ts";

/** Which of two tokens is newer: `token/order.ts` decides. */
export interface RecordOrder {
  judgeStored(token: string, base: string | null | undefined): "held" | "older" | "newer" | "overlap";
}

/** A record that another session wrote, and what was known before it was read. */
export interface FoundRecord {
  readonly found: SessionRecord | undefined;
  /** The record that this session last saw. */
  readonly before: SessionRecord | undefined;
  /** Whether the store is known to have held the present session of this process. */
  readonly wasStored: boolean;
  /** The session that the store was known to hold when the present one of this process began. */
  readonly heldAtStart: string | undefined;
  /** Sessions that the store held before the last record. */
  readonly earlierSids: readonly string[];
}

/**
 * Brings session and store together after another session wrote: changes the session, if what was found is newer.
 * Returns whether the session should be written over what was found.
 */
export function resolveConflict(context: SessionContext, order: RecordOrder, conflict: FoundRecord): boolean {
  const { found, before, wasStored, heldAtStart, earlierSids } = conflict;
  const { state } = context;
  const { sid, user, status, endedBy } = state.session;
  if (found === undefined) return true;
  // A later version of this package wrote it.
  if (found.v !== 1) return false;
  // A token that no header can carry is as good as none, but says nothing of the session.
  if (found.token !== null && parseTokenText(found.token) !== found.token)
    return status !== "stopped" && sid !== undefined;
  if (found.sid === sid && found.token !== null) return mergeSameSession(context, order, found, found.token, before);
  // A store that lost its last write, in a failover for example, does not bring back the session before.
  if (earlierSids.includes(found.sid) && found.rev < (before?.rev ?? 0)) return status === "open" || endedBy === "here";
  // A login here that the store has not seen is the latest act; otherwise the latest act is that of the other session.
  // If a logout followed before the store saw the login, it also ends the session that the login would have replaced, but
  // not that of another user who has logged in since.
  if (sid !== undefined && found.sid !== sid && sid !== before?.sid) {
    const isReplaced = found.sid === heldAtStart || (found.user !== "" && found.user === user);
    return status !== "ended" || (endedBy === "here" && !wasStored && isReplaced);
  }
  if (found.token === null) {
    if (sid !== undefined) state.end("store");
  } else if (status !== "ended" && (sid !== undefined || !isUserOpen(context, found)))
    takeOver(context, found, found.token);
  return false;
}

function mergeSameSession(
  context: SessionContext,
  order: RecordOrder,
  found: SessionRecord,
  token: string,
  before: SessionRecord | undefined,
): boolean {
  const { state } = context;
  const { held, session } = state;
  const isHeld = token === held.token;
  // The same note twice proves nothing new, whatever the clock has done meanwhile.
  if (isHeld && found.confirmed !== before?.confirmed) confirm(context, found, held.confirmedAt);
  if (session.status === "ended" || isHeld) return session.endedBy === "here";
  // A store that lost its last write, in a failover for example, does not set memory back.
  if (found.rev < (before?.rev ?? 0)) return true;
  const verdict = order.judgeStored(token, before?.token);
  if (verdict === "older") return true;
  state.hold(token, { why: "adopted", ambiguous: held.ambiguous || verdict === "overlap" });
  confirm(context, found);
  return false;
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

/** Whether only the credentials function can tell whether a record is that of its user: it must be asked first. */
export function isUserOpen({ credentials }: SessionContext, found: SessionRecord | undefined): boolean {
  return credentials.user === undefined && found?.v === 1 && found.token !== null && found.user !== "";
}

/** The token was seen to be current when the record says so: by another process, or before this one began. */
function confirm({ state, platform }: SessionContext, found: SessionRecord, atLeast = -Infinity): void {
  // A time in the future counts as now.
  const age = Math.max(0, platform.now() - positive(found.confirmed ?? found.since));
  state.confirm(Math.max(atLeast, platform.steady() - age));
}
