import type { Connection as PgConnection, Submittable } from "pg";
import pg from "pg";
import { ByteReader } from "../protocol/bytes.ts";
import type { RawRow } from "../protocol/decode.ts";
import { resultSet } from "../protocol/decode.ts";
import { encodeBatch } from "../protocol/encode.ts";
import type { Plans } from "../protocol/plans.ts";
import type { Column } from "../protocol/values.ts";
import { columnDecoder } from "../protocol/values.ts";
import type { ResultSet, Statement } from "../query.ts";
import type { RowTap } from "./tap-rows.ts";

/** What the server answered to one statement. */
interface Answered {
  columns: readonly Column[] | null;
  readonly rows: RawRow[];
}

/**
 * Several statements as one message with one Sync, which `pg` has no call for: it takes any object with `submit` and
 * hands the parts of the answer to the `handle...` functions.
 */
export class BatchQuery implements Submittable {
  readonly #plans: Plans;
  readonly #tap: RowTap;
  readonly #planned: ReturnType<Plans["plan"]>;
  readonly #message: Uint8Array;
  #resolve = (_results: readonly ResultSet[]): void => {};
  #reject = (_error: Error): void => {};
  /** Resolves when the server is ready for the next message; rejects with the first error, no earlier than that. */
  readonly answered = new Promise<readonly ResultSet[]>((resolve, reject) => {
    this.#resolve = resolve;
    this.#reject = reject;
  });
  readonly #results: Answered[] = [];
  #current: Answered = { columns: null, rows: [] };
  #parsed = 0;
  #release = (): void => {};

  /** @throws RangeError or TypeError for a parameter that cannot be encoded */
  constructor(statements: readonly Statement[], { plans, tap }: { readonly plans: Plans; readonly tap: RowTap }) {
    this.#plans = plans;
    this.#tap = tap;
    this.#planned = plans.plan(statements);
    try {
      this.#message = encodeBatch(this.#planned.map((planned) => planned.message));
    } catch (error) {
      this.#settle();
      throw error;
    }
  }

  submit(connection: PgConnection): null {
    const onParsed = (): void => void (this.#parsed += 1);
    const onNoData = (): void => void (this.#current.columns = []);
    connection.on("parseComplete", onParsed).on("noData", onNoData);
    this.#tap.onRow = (body) => void this.#current.rows.push({ bytes: new ByteReader(body), start: 0 });
    this.#release = () => {
      this.#tap.onRow = null;
      connection.off("parseComplete", onParsed).off("noData", onNoData);
    };
    connection.stream.write(this.#message);
    return null;
  }

  handleRowDescription({ fields }: { readonly fields: readonly { name: string; dataTypeID: number }[] }): void {
    this.#current.columns = fields.map(({ name, dataTypeID }) => ({ name, decode: columnDecoder(dataTypeID) }));
  }

  handleCommandComplete(): void {
    this.#results.push(this.#current);
    this.#current = { columns: null, rows: [] };
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete();
  }

  handlePortalSuspended(): void {}

  handleCopyInResponse(connection: PgConnection & { sendCopyFail(reason: string): void }): void {
    connection.sendCopyFail("COPY is not a statement of a batch.");
  }

  handleCopyData(): void {}

  handleError(error: Error, connection: PgConnection): void {
    this.#results.push(this.#current);
    this.#settle();
    const fail = (): void => {
      connection.off("readyForQuery", fail).off("end", fail);
      this.#reject(error);
    };
    // Only an error of the server is followed by its being ready, or by the end of the connection.
    if (error instanceof pg.DatabaseError) connection.on("readyForQuery", fail).on("end", fail);
    else fail();
  }

  handleReadyForQuery(): void {
    this.#settle();
    this.#resolve(
      this.#results.map(({ columns, rows }, index) => resultSet(rows, columns ?? this.#planned[index]?.columns ?? [])),
    );
  }

  #settle(): void {
    this.#release();
    this.#plans.settle(
      this.#planned,
      this.#parsed,
      this.#results.map(({ columns }) => columns),
    );
  }
}
