import type { Call, CallOptions } from "@fleet-api/contract";
import { FleetError } from "./fleet-error.ts";
import { type AnyFailure, type AnyPage, type AnyResult, type AnySuccess, responseOf, successOf } from "./outcome.ts";
import type { CallInput } from "./transport.ts";

/** A call of any operation; the facade types offer the members for paged lists on those only. */
export interface LazyCall extends Call<AnySuccess, AnyFailure>, AsyncIterable<unknown> {
  pages(): AsyncIterable<AnyPage>;
  toArray(options?: { limit?: number }): Promise<unknown[]>;
}

/**
 * Makes a call that is sent when it is first awaited, iterated or given `orThrow()`, and once only: awaiting it again
 * gives the same result. It does not reject when awaited.
 */
export function lazyCall(
  operationId: string,
  send: (input: CallInput) => Promise<AnyResult>,
  input: CallInput,
  { signal }: CallOptions,
): LazyCall {
  let result: Promise<AnyResult> | undefined;
  const sendOnce = (): Promise<AnyResult> => (result ??= send(input));

  /**
   * Walks by the rule of the source description, section 8: until `total` items (at most the asked `limit`) were
   * retrieved, or until a page has fewer items than `per_page`. `per_page` is the echoed one, because a service may
   * apply another than was asked for. Items before the first page count as retrieved, so that a walk from page 3
   * makes no request too many. Throws when the service answers with another page, or with the same page again.
   */
  async function* pages(): AsyncGenerator<AnyPage, void, undefined> {
    let page = pageOf(await sendOnce());
    // Numbers by their types; an untyped caller may give digits as text.
    let asked = Number(input.query?.["page"] ?? page.pagination.page);
    const limit = Number(input.query?.["limit"] ?? Infinity);
    let retrieved = (asked - 1) * page.pagination.per_page;
    let before = "";
    for (;;) {
      // All is read before the page is handed out: it belongs to the caller then, who may change it.
      const { page: number, per_page, total } = page.pagination;
      const mark = `${total} ${JSON.stringify(page.data, ["id"])}`;
      if (number !== asked || (mark === before && mark.includes('"id":')))
        throw new FleetError(`asked for page ${asked}, got page ${number} or the same again`, {
          kind: "unexpected",
          ...page.meta,
        });
      before = mark;
      retrieved += page.data.length;
      const last = page.data.length < per_page || retrieved >= Math.min(total, limit);
      yield page;
      if (last) return;
      page = pageOf(await send({ ...input, query: { ...input.query, page: ++asked } }));
    }
  }

  async function* items(): AsyncGenerator<unknown, void, undefined> {
    for await (const { data, meta } of pages()) {
      for (const item of data) {
        if (signal?.aborted)
          throw new FleetError("aborted by the caller", { kind: "abort", cause: signal.reason, ...meta });
        yield item;
      }
    }
  }

  return {
    // oxlint-disable-next-line unicorn/no-thenable -- a call is awaited: that is how it is sent
    then: (fulfilled, rejected) => sendOnce().then(fulfilled, rejected),
    orThrow: () => sendOnce().then(successOf),
    withResponse: () => sendOnce().then((result) => ({ result, response: responseOf(result) })),
    pages,
    [Symbol.asyncIterator]: items,
    async toArray({ limit = Infinity } = {}) {
      if (!(limit >= 0)) throw new FleetError("limit must be 0 or more", { kind: "request", operationId });
      const all: unknown[] = [];
      if (limit > 0) for await (const item of items()) if (all.push(item) >= limit) break;
      return all;
    },
  };
}

/** A success of a paged operation comes through only with its pagination, see judge.ts; no other is walked. */
function pageOf(result: AnyResult): AnyPage {
  return successOf(result) as AnyPage;
}
