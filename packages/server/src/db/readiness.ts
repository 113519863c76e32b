import type { Log } from "../platform/log.ts";
import type { Driver } from "./driver.ts";
import { DbError, DbUnavailableError } from "./errors.ts";
import type { Statement } from "./query.ts";

/** Runs a script, and rejects with the error of the database. */
type RunScript = (sql: string) => Promise<unknown>;

/** What tells whether a database is ready. */
interface ReadinessOptions {
  /** Runs the check of a database that seems well. */
  readonly check: RunScript;
  /** Runs the same check on a database that does not: on a new connection, where there are several. */
  readonly probe: RunScript;
  /** As `probe`, as the owner: the roles of requests may make no temporary table. */
  readonly probeAsOwner: RunScript;
  /** Called when the database stops being ready and when it is ready again: connections from before are not trusted. */
  readonly onChange?: () => void;
  readonly log: Log;
}

/** How long after an error, and after a probe that failed, the next probe begins. */
const PROBE_MS = 500;

/** Fails on a standby, and where an administrator made the database read-only. */
const refuseReadOnly = `do $$ begin
  if current_setting('transaction_read_only')::boolean then
    raise exception 'the database is read-only' using errcode = 'read_only_sql_transaction';
  end if;
end $$`;

/** Makes a file longer, as only a disk with space allows; one transaction, like every script. */
const writeSomething = `create temporary table fleet_probe on commit drop as
  select repeat('x', 400) as filler from generate_series(1, 500)`;

/**
 * Whether the database can carry out requests. After an error that says no, it is probed in the background until a probe
 * could write.
 */
export class Readiness {
  readonly #options: ReadinessOptions;
  #reason: Error | null = null;
  /** Whether no new connection of requests reaches the database: then none waits for one, after it had waited for its turn. */
  #isUnreachable = false;
  #checking: Promise<void> | null = null;
  #closed = false;

  constructor(options: ReadinessOptions) {
    this.#options = options;
  }

  /** The driver, whose errors are noticed. */
  watch(driver: Driver): Driver {
    const noticed = async <T>(run: () => Promise<T>): Promise<T> => {
      // A new error: nothing of this request was sent, whatever became of the probe.
      if (this.#isUnreachable)
        throw new DbUnavailableError("The database cannot be reached.", { cause: this.#reason ?? undefined });
      try {
        return await run();
      } catch (error) {
        this.#notice(error);
        throw error;
      }
    };
    return {
      batch: (statements, signal) => noticed(() => driver.batch(statements, signal).catch(blameStatement(statements))),
      hold: (work, signal) => noticed(() => driver.hold(work, signal)),
    };
  }

  /** Rejects while the database cannot carry out requests; those who ask at the same time share a check. */
  async check(): Promise<void> {
    if (this.#reason !== null) throw this.#reason;
    this.#checking ??= this.#check().finally(() => (this.#checking = null));
    await this.#checking;
  }

  /** Ends the probes. */
  close(): void {
    this.#closed = true;
  }

  async #check(): Promise<void> {
    try {
      await this.#options.check(refuseReadOnly);
    } catch (error) {
      if (isForbidden(error)) return;
      this.#notice(error);
      throw error;
    }
  }

  #notice(error: unknown): void {
    const says = error instanceof DbUnavailableError && error.failsReadiness;
    if (!says || this.#reason !== null || this.#closed) return;
    this.#setReason(error);
    this.#options.onChange?.();
    void this.#recover();
  }

  async #recover(): Promise<void> {
    const { log, onChange } = this.#options;
    for (;;) {
      await pause(PROBE_MS);
      if (this.#closed) return;
      const refusal = await whyNotWritten(this.#options);
      if (refusal === null) break;
      this.#setReason(refusal.reason);
      this.#isUnreachable = refusal.isUnreachable;
    }
    this.#reason = null;
    this.#isUnreachable = false;
    onChange?.();
    log.info("database ready again");
  }

  /** Logs each reason once, however long it lasts; the message of a full disk names another file each time. */
  #setReason(reason: Error): void {
    if (this.#reason === null || kindOf(reason) !== kindOf(this.#reason)) {
      this.#options.log.warn("database not ready", { reason: reason.message });
    }
    this.#reason = reason;
  }
}

/** Reads run in read-only transactions. A read with a statement that writes is a bug in the server, not an outage. */
function blameStatement([first]: readonly Statement[]): (error: unknown) => never {
  return (error) => {
    const isOurs = error instanceof DbUnavailableError && error.code === "25006" && first?.sql.endsWith(" read only");
    throw isOurs === true ? new DbError(error.message, { code: "XX000" }) : error;
  };
}

/** Why nothing can be written, and whether requests could not even ask; null when something was written. */
async function whyNotWritten({ probe, probeAsOwner }: ReadinessOptions): Promise<Refusal | null> {
  let isUnreachable = true;
  try {
    await probe(refuseReadOnly);
    isUnreachable = false;
    await probeAsOwner(writeSomething);
    return null;
  } catch (error) {
    if (isForbidden(error)) return null;
    const reason = error instanceof Error ? error : new Error(String(error));
    return { reason, isUnreachable: isUnreachable && reason instanceof DbUnavailableError && reason.code === null };
  }
}

interface Refusal {
  readonly reason: Error;
  readonly isUnreachable: boolean;
}

/** The SQLSTATE, or for errors that have none the message. */
function kindOf(reason: Error): string {
  return (reason instanceof DbUnavailableError || reason instanceof DbError ? reason.code : null) ?? reason.message;
}

/** insufficient_privilege: a login may run no PL/pgSQL, or an owner make no temporary table, so this cannot be tried. */
function isForbidden(error: unknown): boolean {
  return error instanceof DbError && error.code === "42501";
}

/** Does not keep the process alive. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    // In a browser it is a number.
    if (typeof timer === "object") timer.unref();
  });
}
