import type { Call, CallOptions, OperationRow } from "@fleet-api/contract";
import type { CallInput } from "./check-input.ts";
import { type Core, execute } from "./execute.ts";
import { FleetError } from "./fleet-error.ts";
import { type AnyFailure, type AnyPage, type AnyResult, type AnySuccess, errorOf } from "./outcome.ts";
import { walkPages } from "./walk-pages.ts";

/**
 * A call that is sent when it is first awaited (or `orThrow()` is called), and once only: awaiting it again gives
 * the same result. It does not reject when awaited.
 */
export class LazyCall implements Call<AnySuccess, AnyFailure> {
  readonly #send: () => Promise<AnyResult>;
  #result: Promise<AnyResult> | undefined;

  constructor(core: Core, row: OperationRow, input: CallInput, options: CallOptions) {
    this.#send = () => execute(core, row, input, options);
  }

  // oxlint-disable-next-line unicorn/no-thenable -- a call is awaited: that is how it is sent
  then<A = AnyResult, B = never>(
    fulfilled?: ((result: AnyResult) => A | PromiseLike<A>) | null,
    rejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    this.#result ??= this.#send();
    return this.#result.then(fulfilled, rejected);
  }

  async orThrow(): Promise<AnySuccess> {
    const result = await this;
    if (result.ok) return result;
    throw errorOf(result);
  }
}

/** A call of a paged list: iterating goes on where its own page ends, and sends nothing that awaiting it has sent. */
export class LazyPagedCall extends LazyCall implements AsyncIterable<unknown> {
  readonly #row: OperationRow;
  readonly #query: Readonly<Record<string, unknown>>;
  readonly #signal: AbortSignal | undefined;
  readonly #page: (page: number) => LazyPagedCall;

  constructor(core: Core, row: OperationRow, input: CallInput, options: CallOptions) {
    super(core, row, input, options);
    this.#row = row;
    this.#query = input.query ?? {};
    this.#signal = options.signal;
    this.#page = (page) => new LazyPagedCall(core, row, { ...input, query: { ...this.#query, page } }, options);
  }

  override async orThrow(): Promise<AnyPage> {
    return asPage(await super.orThrow());
  }

  pages(): AsyncGenerator<AnyPage, void, undefined> {
    return walkPages({
      start: numberOf(this.#query["page"]),
      limit: numberOf(this.#query["limit"]),
      first: () => this.orThrow(),
      next: (page) => this.#page(page).orThrow(),
    });
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<unknown, void, undefined> {
    for await (const page of this.pages()) {
      for (const item of page.data) {
        if (this.#signal?.aborted) throw this.#fault("abort", "aborted by the caller's signal", this.#signal.reason);
        yield item;
      }
    }
  }

  async toArray({ limit = Infinity }: { limit?: number } = {}): Promise<unknown[]> {
    if (!(limit >= 0)) throw this.#fault("request", `toArray needs a limit of 0 or more, not ${limit}`);
    const items: unknown[] = [];
    if (limit === 0) return items;
    for await (const item of this) {
      items.push(item);
      if (items.length >= limit) break;
    }
    return items;
  }

  #fault(kind: "abort" | "request", message: string, cause?: unknown): FleetError {
    return new FleetError(message, { kind, operationId: this.#row.id, cause });
  }
}

/** A success of a paged operation comes through only with its pagination, see judge.ts. */
function asPage(result: AnySuccess): AnyPage {
  return result as AnyPage;
}

function numberOf(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}
