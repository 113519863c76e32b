import type { SessionContext } from "../context.ts";
import { AuthError, nameOf } from "../errors.ts";
import { isTimeout, outlivingTimeout } from "../time-limit.ts";
import { LoginNotes } from "./login-notes.ts";
import { type RecordOrder, resolveConflict } from "./resolve-conflict.ts";
import type { SessionRecord, TokenStore } from "./token-store.ts";

const maxConflicts = 5;
const maxEarlierSids = 32;

/** Writes the changes of a session to its store, one commit at a time, and merges what it finds there. */
export class StoreWriter {
  readonly #context: SessionContext;
  readonly #store: TokenStore;
  readonly #order: RecordOrder;
  readonly #notes: LoginNotes;
  readonly #onOpen: () => void;
  /** The record that this session last saw. */
  #known: SessionRecord | undefined;
  /** Counts reads and writes; the read that began, or the write that ended, when that record was seen. */
  #time = 0;
  #seenAt = 0;
  /** The latest session of this process that the store is known to have held. */
  #storedSid: string | undefined;
  /** The session of this process, and the one that the store was known to hold when it began. */
  #ownSid: string | undefined;
  #heldAtStart: string | undefined;
  /** Sessions that the store held before the one that it was last seen to hold. */
  #earlierSids: readonly string[] = [];
  /** The latest token of this session that was written over here. */
  #overwritten: string | null | undefined;
  #writing: Promise<void> | undefined;
  #isDirty = false;
  /** Nothing has changed here since the store brought something that this session must not write over. */
  #isOutdated = false;

  /** @param onOpen called after the store brought a token whose order is open */
  constructor(context: SessionContext, store: TokenStore, order: RecordOrder, onOpen: () => void) {
    this.#context = context;
    this.#store = store;
    this.#order = order;
    this.#notes = new LoginNotes(context);
    this.#onOpen = onOpen;
  }

  /**
   * Reads the store, and takes what is there unless a later read or a write of this process overtook it. Resolves to what
   * was read; rejects with `store_unavailable`.
   */
  async pull(): Promise<SessionRecord | undefined> {
    const began = ++this.#time;
    let found;
    try {
      found = await this.#store.read();
    } catch (error) {
      throw reportStoreError(this.#context, "read", error);
    }
    // Without anything later, a lower revision is that of a store that was emptied and filled again.
    const isOvertaken = began < this.#seenAt && (found?.rev ?? 0) < (this.#known?.rev ?? 0);
    if (!isOvertaken && this.#merge(found, began)) this.save();
    return found;
  }

  /** Notes that memory changed. */
  save(): void {
    const { sid } = this.#context.state.session;
    if (sid !== this.#ownSid) {
      this.#ownSid = sid;
      this.#heldAtStart = this.#known?.sid;
    }
    this.#isDirty = true;
    this.#isOutdated = false;
    this.flush().catch(() => undefined);
  }

  /**
   * Makes the next flush write the end of the session, unless the store holds it.
   * @param wasFound the session that ends is the one that the store holds
   */
  saveEnd(wasFound: boolean): void {
    if (wasFound) this.#isOutdated = false;
    const { sid, endedBy } = this.#context.state.session;
    const isWritten = this.#known?.sid === sid && this.#known?.token === null;
    if (endedBy === "here" && sid !== undefined && !isWritten && !this.#isOutdated) this.#isDirty = true;
  }

  /** Resolves when the store has what memory has. */
  flush(): Promise<void> {
    return (this.#writing ??= this.#drain());
  }

  async #drain(): Promise<void> {
    try {
      // What changes in the same turn is written together.
      await undefined;
      while (this.#isDirty || this.#notes.isUnwritten) {
        const isOurs = this.#isDirty && !this.#isOutdated;
        this.#isDirty = false;
        await this.#commit(isOurs).catch((error: unknown) => {
          const hasChanged = this.#isDirty;
          // The next change, or the next flush, tries again.
          this.#isDirty ||= isOurs;
          const failure = reportStoreError(this.#context, "commit", error);
          if (!hasChanged) throw failure;
        });
      }
    } finally {
      this.#writing = undefined;
    }
  }

  /** Writes the session if it `isOurs` to write, and in any case what came of logins. */
  async #commit(isOurs: boolean): Promise<void> {
    const context = this.#context;
    const { state, limits } = context;
    let writesSession = isOurs;
    for (let conflicts = 0; conflicts < maxConflicts; conflicts++) {
      const { sid } = state.session;
      const session = writesSession && sid !== undefined ? recordOf(context, sid) : this.#known;
      if (session === undefined && !this.#notes.isUnwritten) return;
      const before = this.#known;
      const { record, written } = this.#notes.write(session ?? recordOf(context, ""), before);
      // A call that hangs does not block the later ones.
      if (await outlivingTimeout(limits, () => this.#store.commit(record.rev - 1, record))) {
        if (before?.sid === record.sid && before.token !== record.token) this.#overwritten = before.token;
        this.#see(record, ++this.#time);
        if (record.sid === state.session.sid) this.#storedSid = record.sid;
        return written();
      }
      const began = ++this.#time;
      writesSession = this.#merge(await outlivingTimeout(limits, () => this.#store.read()), began);
      if (!writesSession && !this.#notes.isUnwritten) return;
    }
    throw new Error("too many conflicts");
  }

  /**
   * Whether another session wrote the token again that this one has written over: their evidence contradicts, and they
   * would write over each other for ever. Only the service knows.
   */
  #isContradiction(found: SessionRecord | undefined, before: SessionRecord | undefined): boolean {
    const { sid, status } = this.#context.state.session;
    if (status !== "open" || found?.sid !== sid || found === undefined) return false;
    return found.token !== null && found.token === this.#overwritten && found.rev > (before?.rev ?? 0);
  }

  /** Notes what the store holds: what a read found, or what a write put there. */
  #see(record: SessionRecord | undefined, at: number): void {
    const before = this.#known;
    this.#known = record;
    this.#seenAt = Math.max(this.#seenAt, at);
    if (!before?.sid || before.sid === record?.sid) return;
    const isSetBack = record !== undefined && record.rev < before.rev && this.#earlierSids.includes(record.sid);
    if (!isSetBack) this.#earlierSids = [before.sid, ...this.#earlierSids].slice(0, maxEarlierSids);
  }

  #merge(found: SessionRecord | undefined, began: number): boolean {
    const { state } = this.#context;
    const before = this.#known;
    this.#see(found, began);
    this.#notes.merge(found, before);
    const wasStored = this.#storedSid === state.session.sid;
    const heldAtStart = this.#heldAtStart;
    const conflict = { found, before, wasStored, heldAtStart, earlierSids: this.#earlierSids };
    const mustWrite = resolveConflict(this.#context, this.#order, conflict);
    this.#isOutdated = !mustWrite;
    if (found?.sid === state.session.sid) this.#storedSid = found?.sid;
    if (mustWrite && this.#isContradiction(found, before)) {
      state.setAmbiguous(true);
      this.#onOpen();
      return false;
    }
    if (state.held.ambiguous) this.#onOpen();
    return mustWrite;
  }
}

/** The session as it is here, without revision. */
function recordOf({ state, platform, settings }: SessionContext, sid: string): SessionRecord {
  const { token = null, since, confirmedAt } = state.held;
  const wallTime = (steady: number): number => Math.round(platform.now() - (platform.steady() - steady));
  const { serviceId } = settings;
  const record = { v: 1, serviceId, sid, rev: 0, token, user: state.session.user, since: wallTime(since) } as const;
  return token === null ? record : { ...record, confirmed: wallTime(confirmedAt) };
}

type StoreStep = "read" | "commit" | "lock";

/** The error of a store that failed or took too long. */
export function storeUnavailable({ settings }: SessionContext, during: StoreStep | "close", cause: unknown): AuthError {
  const late = during === "lock" ? "was not given in time" : `took longer than ${settings.timeoutMs} ms`;
  const what = isTimeout(cause) ? late : `failed (${nameOf(cause)})`;
  return new AuthError("store_unavailable", `token store: ${during} ${what}`);
}

/** As {@link storeUnavailable}, and emits `store_error`. */
export function reportStoreError(context: SessionContext, during: StoreStep, cause: unknown): AuthError {
  const error = storeUnavailable(context, during, cause);
  context.events.emit({ type: "store_error", during, error });
  return error;
}
