import type { PaginateOptions as AnyPaginateOptions, PaginateProgress } from "@fleet-api/contract";
import type { AnyPage, AnyResult } from "../call/result.ts";
import type { CallInput } from "../transport/transport.ts";
import type { SeenKeys } from "./dedupe.ts";

export type { PaginateProgress } from "@fleet-api/contract";

/** A list as it was asked for. */
export interface List {
  /** The first request; those that follow have another position in their query. */
  readonly input: CallInput;
  readonly operationId: string;
  /** How the service paginates it. Default: by page. */
  readonly paged?: "page" | "cursor" | undefined;
  /** The member of `data` that has the items of a list by cursor. */
  readonly cursorList?: string | undefined;
}

/** What is iterated: one call of a paged list. */
export interface PaginatedSource<Progress = PaginateProgress> extends List {
  /** Sends one request of the list. It heeds the signal, which ends with the iteration, and never rejects. */
  readonly send: (input: CallInput, signal: AbortSignal) => Promise<AnyResult>;
  /** The page of the call, which has its own request: an iteration that ends does not abort it. Default: `send`. */
  readonly first?: Promise<AnyResult> | undefined;
  /** How to go on: `pageStrategy` by `page` and `per_page`, `cursorStrategy` by `cursor`, or those of `client/paginate`. */
  readonly strategy: StrategyFactory<Progress>;
  /** The signal of the call; an iteration may have one of its own too. */
  readonly signal?: AbortSignal | undefined;
}

/** Begins an iteration of a list. */
export type StrategyFactory<Progress = PaginateProgress> = (
  list: List,
  options: KeyOptions,
  seen?: SeenKeys,
) => PaginationStrategy<Progress>;

/** Query members that say which rows a request is for. */
export interface Position {
  readonly page?: number;
  readonly per_page?: number;
  readonly cursor?: unknown;
}

/** One request of an iteration. */
export interface PageRequest {
  readonly position: Position;
  /** Whether it is an extra request, whose rows belong before those of a response that has come already. */
  readonly isExtra: boolean;
}

/** What a strategy makes of a response: rows to hand out, or another request. */
export type Step =
  | {
      readonly rows: unknown[];
      readonly last: boolean;
      /** Index in the response behind the last row that was taken or passed. */
      readonly end: number;
    }
  | {
      readonly ask: Position;
      /** Whether the response is to be looked at again afterwards; otherwise the new one takes its place. */
      readonly again: boolean;
    };

/** Knows where an iteration is in its list, and where it goes on. */
export interface PaginationStrategy<Progress = PaginateProgress> {
  /** Goes on where an earlier iteration was: the page of the call is not used, and an empty page is not handed out. */
  readonly isResumed?: boolean;
  /** The next request. When it is `early`, none if the list may have ended or the position is not known yet. */
  next(early: boolean): Position | undefined;
  /** Takes the responses in the order of the list; at most `room` rows are handed out. */
  take(page: AnyPage, request: PageRequest, room: number): Step;
  /** How far it is after what was taken, when so many items were handed out. */
  progress(retrieved: number): Progress;
}

/** A strategy that can be left and begun again. */
export interface ResumableStrategy extends PaginationStrategy {
  /** Where to go on after what was taken, as JSON values. */
  place(): readonly unknown[];
}

/** Options of an iteration, see the contract. What the observer is told depends on the strategy. */
export interface PaginateOptions<Progress = PaginateProgress> extends Omit<AnyPaginateOptions, "onProgress"> {
  readonly onProgress?: ((progress: Progress) => unknown) | undefined;
}

/** What tells items apart. */
export type KeyOptions = Pick<AnyPaginateOptions, "keyOf">;
