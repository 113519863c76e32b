import type { OperationRow } from "@fleet-api/contract";
import { problems } from "@fleet-api/contract/problems";
import { fieldValue } from "./field-value.ts";
import type { CompiledOperation } from "./operation-table.ts";
import { safePath, shorten } from "./percent.ts";
import type { RequestHead } from "./request-head.ts";
import { proposedRequestId } from "./request-head.ts";
import type { RequestView } from "./types.ts";

/** One request on its way to an answer. */
export interface Exchange {
  readonly head: RequestHead;
  readonly requestId: string;
  /** Path as it may be shown, without secrets: the same as in logs. */
  readonly instance: string;
  operation: CompiledOperation | null;
  /** Goes out with every answer from the moment it is known, errors included. */
  newerToken: string | null;
  /** Who asks; null as long as nobody knows. */
  userId: number | null;
}

/** The state of a request of which nothing is known yet but its path as it may be shown. */
export function beginExchange(head: RequestHead, instance: string, newRequestId: () => string): Exchange {
  return {
    head,
    requestId: proposedRequestId(head) ?? newRequestId(),
    instance,
    operation: null,
    newerToken: null,
    userId: null,
  };
}

/** What handlers see of a request. */
export function requestView(exchange: Exchange): RequestView {
  return new HeadView(exchange);
}

/** A class for its getter: an object literal with one is slow to make and to collect. */
class HeadView implements RequestView {
  readonly id: string;
  readonly ip: string;
  readonly method: string;
  readonly path: string;
  readonly #head: RequestHead;

  constructor({ head, requestId, instance }: Exchange) {
    this.id = requestId;
    this.ip = head.ip;
    this.method = head.method;
    this.path = instance;
    this.#head = head;
  }

  header(name: string): string | null {
    return fieldValue(this.#head.values(name));
  }

  get signal(): AbortSignal {
    return this.#head.signal;
  }
}

/** The part of a request target before the query. */
export function pathOf(target: string): string {
  const mark = target.indexOf("?");
  return mark < 0 ? target : target.slice(0, mark);
}

/** The query of a request target, without its question mark. */
export function queryOf(target: string): string {
  const mark = target.indexOf("?");
  return mark < 0 ? "" : target.slice(mark + 1);
}

/** The words of all paths that exist. */
export function pathWords(operations: readonly OperationRow[], basePath: string): ReadonlySet<string> {
  const templates = operations.flatMap(({ path }) => path.split("/"));
  return new Set(["", "problems", ...Object.keys(problems), ...basePath.split("/"), ...templates]);
}

/**
 * An unknown path as logs and problems may have it: `*` for everything that is not a word of a path that exists. A client may have
 * put a secret in the wrong place, or one slash too many in front of it.
 */
export function maskedPath(target: string, words: ReadonlySet<string>): string {
  const segments = safePath(pathOf(target)).split("/");
  return shorten(segments.map((segment) => (words.has(segment) ? segment : "*")).join("/"));
}
