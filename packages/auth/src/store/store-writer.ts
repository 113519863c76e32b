import type { SessionContext } from "../context.ts";
import { isAuthError } from "../errors.ts";
import { abandoned, type InFlight, type InFlightLimits, isOverdue, joinWork, trackWork } from "../in-flight.ts";
import { LoginNotes, noteText } from "./login-notes.ts";
import { findOwnRecord, type Found, type RecordOrder, resolveConflict } from "./resolve-conflict.ts";
import { createStoreRetry, type StoreRetry } from "./store-retry.ts";
import { reportStoreError, type StoreTimer } from "./store-timer.ts";
import type { SessionRecord, TokenStore } from "./token-store.ts";

const maxConflicts = 5;
const maxEarlierSids = 32;

/** Writes the changes of a session to its store, one commit at a time, and merges what it finds there. */
export class StoreWriter {
  readonly #context: SessionContext;
  readonly #store: TokenStore;
  readonly #timer: StoreTimer;
  readonly #order: RecordOrder;
  readonly #notes: LoginNotes;
  /** A write is lost when neither the session nor one operation of the store may take any longer. */
  readonly #limits: InFlightLimits;
  readonly #onOpen: () => void;
  /** Absent where the store reports no changes: such a store may be the cookie of a request that has ended. */
  readonly #retry: StoreRetry | undefined;
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
  /** The latest write, while its outcome is not known: the store failed, or did not respond in time. */
  #attempted: SessionRecord | undefined;
  /** The store holds a record that is not for this session. */
  #isIgnoring = false;
  readonly #reported = new Set<string>();
  #writing: InFlight<void> | undefined;
  #isDirty = false;
  /** Nothing has changed here since the store brought something that this session must not write over. */
  #isOutdated = false;

  /** @param onOpen called after the store brought a token whose order is open */
  constructor(context: SessionContext, store: TokenStore, timer: StoreTimer, order: RecordOrder, onOpen: () => void) {
    this.#context = context;
    this.#store = store;
    this.#timer = timer;
    this.#order = order;
    this.#notes = new LoginNotes(context);
    const { limits, settings } = context;
    this.#limits = { ...limits, timeoutMs: Math.max(settings.timeoutMs, settings.storeTimeoutMs) };
    this.#onOpen = onOpen;
    const catchUp = async (): Promise<void> => {
      await this.pull();
      await this.flush();
    };
    this.#retry = store.watch && createStoreRetry(context, catchUp);
  }

  /**
   * Reads the store, and takes what is there unless a later read or a write of this process overtook it; also if that comes
   * late. Resolves to the record, if it is one of this service; rejects with `store_unavailable`.
   */
  async pull(): Promise<SessionRecord | undefined> {
    const began = ++this.#time;
    const wasStalled = this.#timer.isStalled("read");
    try {
      const record = await this.#timer.run("read", (late) => this.#readAndMerge(began, late));
      // An earlier read does not show what a later one failed to see.
      if (began === this.#time && !this.#writing && !this.#isUnwritten) this.#retry?.succeeded();
      return record;
    } catch (error) {
      this.#retry?.failed();
      throw reportStoreError(this.#context, "read", error, wasStalled);
    }
  }

  async #readAndMerge(began: number, late: AbortSignal): Promise<SessionRecord | undefined> {
    const found = await this.#read();
    if (late.aborted && this.#context.closed.aborted) return undefined;
    const record = findOwnRecord(this.#context, found);
    // Without anything later, a lower revision is that of a store that was emptied and filled again.
    const isOvertaken = began < this.#seenAt && (record?.rev ?? 0) < (this.#known?.rev ?? 0);
    if (!isOvertaken && this.#merge(found, began)) this.save();
    return record;
  }

  async #read(): Promise<Found> {
    try {
      return await this.#store.read();
    } catch (error) {
      if (isAuthError(error, "store_newer")) return "newer_version";
      throw error;
    }
  }

  /** Whether the store lacks a change here. */
  get #isUnwritten(): boolean {
    return this.#isDirty || this.#notes.isUnwritten;
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
    this.#write();
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
    const work = this.#write();
    return joinWork(work, this.#limits).then((result) => {
      if (result !== abandoned) return;
      this.#loseWrite(work);
      return this.flush();
    });
  }

  /** Begins to write what has changed, or joins the write under way. */
  #write(): InFlight<void> {
    if (this.#writing && isOverdue(this.#writing, this.#limits)) this.#loseWrite(this.#writing);
    return (this.#writing ??= trackWork(this.#drain(), this.#limits));
  }

  /** Gives up a write that cannot end any more: what it may not have written is written again. */
  #loseWrite(work: InFlight<void>): void {
    if (this.#writing !== work) return;
    this.#writing = undefined;
    this.#isDirty ||= !this.#isOutdated;
  }

  /** Runs one operation of the store within its time limit. */
  #operate<T>(operation: () => Promise<T>): Promise<T> {
    const { platform } = this.#context;
    if (this.#writing) this.#writing.since = platform.steady();
    return this.#timer.run("commit", operation);
  }

  async #drain(): Promise<void> {
    // What changes in the same turn is written together.
    await undefined;
    const work = this.#writing;
    try {
      while (this.#isUnwritten) {
        const isOurs = this.#isDirty && !this.#isOutdated;
        this.#isDirty = false;
        const wasStalled = this.#timer.isStalled("commit");
        await this.#commit(isOurs).catch((error: unknown) => {
          const hasChanged = this.#isDirty;
          // A retry, the next change or the next flush writes it.
          this.#isDirty ||= isOurs;
          this.#retry?.failed();
          const failure = reportStoreError(this.#context, "commit", error, wasStalled);
          if (!hasChanged) throw failure;
        });
        // The store may be this session's again at the next change, or at the next flush.
        if (this.#isIgnoring) return void (this.#isDirty ||= isOurs);
      }
    } finally {
      if (this.#writing === work) this.#writing = undefined;
    }
  }

  /** Writes the session if it `isOurs` to write, and in any case the results of logins. */
  async #commit(isOurs: boolean): Promise<void> {
    const context = this.#context;
    let writesSession = isOurs;
    for (let conflicts = 0; conflicts < maxConflicts; conflicts++) {
      // What is not for this session may have gone.
      if (!this.#isIgnoring) {
        const { sid } = context.state.session;
        const session = writesSession && sid !== undefined ? recordOf(context, sid) : this.#known;
        if (session === undefined && !this.#notes.isUnwritten) return;
        if (await this.#writeRecord(session ?? recordOf(context, ""))) return;
      }
      const began = ++this.#time;
      const mustWrite = this.#merge(await this.#operate(() => this.#read()), began);
      if (this.#isIgnoring) return;
      writesSession = mustWrite;
      if (!writesSession && !this.#notes.isUnwritten) return;
    }
    throw new Error("too many conflicts");
  }

  /** Writes a record over the one that was last seen. Resolves to `false` if the store holds another one. */
  async #writeRecord(session: SessionRecord): Promise<boolean> {
    const before = this.#known;
    const { record, written } = this.#notes.write(session, before);
    this.#attempted = record;
    const done = await this.#operate(() => this.#store.commit(record.rev - 1, record));
    this.#attempted = undefined;
    if (!done) return false;
    this.#retry?.succeeded();
    if (before?.sid === record.sid && before.token !== record.token) this.#overwritten = before.token;
    this.#see(record, ++this.#time);
    if (record.sid === this.#context.state.session.sid) this.#storedSid = record.sid;
    written();
    return true;
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

  /** Brings session and store together. Returns whether the session is to be written. */
  #merge(found: Found, began: number): boolean {
    const { state } = this.#context;
    // A write of this session whose outcome was not known is not a change by another one.
    const before = isSameWrite(found, this.#attempted) ? this.#attempted : this.#known;
    // It was carried out, or never will be: another write has its revision.
    if (typeof found === "object" && found.rev >= (this.#attempted?.rev ?? 0)) this.#attempted = undefined;
    const outcome = resolveConflict(this.#context, this.#order, found, {
      before,
      wasStored: this.#storedSid === state.session.sid,
      heldAtStart: this.#heldAtStart,
      earlierSids: this.#earlierSids,
      overwritten: this.#overwritten,
    });
    this.#isIgnoring = outcome === "ignore";
    if (outcome === "ignore") {
      this.#seenAt = Math.max(this.#seenAt, began);
      this.#reportIgnored(found === "newer_version" || found?.v !== 1 ? "newer_version" : "other_service");
      return false;
    }
    const record = findOwnRecord(this.#context, found);
    this.#see(record, began);
    this.#notes.merge(record, before);
    this.#isOutdated = outcome !== "write" && outcome !== "reconcile";
    if (record?.sid === state.session.sid) this.#storedSid = record?.sid;
    if (state.held.ambiguous) this.#onOpen();
    return outcome === "write";
  }

  #reportIgnored(why: "other_service" | "newer_version"): void {
    if (this.#reported.has(why)) return;
    this.#reported.add(why);
    this.#context.events.emit({ type: "store_ignored", why });
  }
}

/** Whether a record is what a session wrote. */
function isSameWrite(found: Found, written: SessionRecord | undefined): boolean {
  if (typeof found !== "object" || written === undefined) return false;
  const isSameSession = found.sid === written.sid && found.rev === written.rev && found.token === written.token;
  return isSameSession && found.confirmed === written.confirmed && noteText(found) === noteText(written);
}

/** The session as it is here, without revision. */
function recordOf({ state, platform, settings }: SessionContext, sid: string): SessionRecord {
  const { token = null, since, confirmedAt } = state.held;
  const wallTime = (steady: number): number => Math.round(platform.now() - (platform.steady() - steady));
  const { serviceId } = settings;
  const record = { v: 1, serviceId, sid, rev: 0, token, user: state.session.user, since: wallTime(since) } as const;
  return token === null ? record : { ...record, confirmed: wallTime(confirmedAt) };
}
