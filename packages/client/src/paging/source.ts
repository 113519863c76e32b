import type { WalkOptions as AnyWalkOptions, WalkProgress } from "@fleet-api/contract";
import type { AnyPage, AnyResult } from "../call/result.ts";
import type { CallInput } from "../transport/transport.ts";
import type { Seen } from "./seen.ts";

/** A list as it was asked for. */
export interface List {
  /** The first request; those that follow have another position in their query. */
  readonly input: CallInput;
  readonly operationId: string;
  /** How the service goes on. Default: by page. */
  readonly paged?: "page" | "cursor" | undefined;
}

/** What is walked: one call of a paged list. */
export interface WalkSource<Progress = WalkProgress> extends List {
  /** Sends one request of the list. It heeds the signal, which ends with the walk, and does not reject. */
  readonly send: (input: CallInput, signal: AbortSignal) => Promise<AnyResult>;
  /** The page of the call, which has its own request: an iteration that ends does not abort it. Default: `send`. */
  readonly first?: Promise<AnyResult> | undefined;
  /** How the walk goes on: `pageRoute` by `page` and `per_page`, `cursorRoute` by `cursor`, or one of `src/walks`. */
  readonly route: RouteMaker<Progress>;
  /** The signal of the call; a walk may have one of its own too. */
  readonly signal?: AbortSignal | undefined;
}

/** Begins a way through a list. */
export type RouteMaker<Progress = WalkProgress> = (list: List, options: KeyOptions, seen?: Seen) => Route<Progress>;

/** Query members that say which rows a request is for. */
export interface Position {
  readonly page?: number;
  readonly per_page?: number;
  readonly cursor?: unknown;
}

/** One request of a walk, and whether it is an extra one that looks at what lies between two pages. */
export interface Asked {
  readonly position: Position;
  readonly bridge: boolean;
}

/** What a route makes of a response: rows to hand out, or a request whose rows come first. */
export type Step =
  | {
      readonly rows: unknown[];
      readonly last: boolean;
      /** Index in the response behind the last row that was taken or passed. */
      readonly end: number;
    }
  | {
      readonly ask: Position;
      /** Whether the response is to be looked at again afterwards. */
      readonly again: boolean;
    };

/** Knows where a walk is in its list and where it goes on. */
export interface Route<Progress = WalkProgress> {
  /** Goes on where an earlier walk was: the page that the call has is not used, and an empty page is not handed out. */
  readonly isResumed?: boolean;
  /** The next request. When it is `early`, none if the list may have ended or the position is not known yet. */
  next(early: boolean): Position | undefined;
  /** Takes the responses in the order of the list; at most `room` rows are handed out. */
  take(page: AnyPage, asked: Asked, room: number): Step;
  /** How far it is after what was taken, when so many items were handed out. */
  progress(retrieved: number): Progress;
}

/** A route that can be left and begun again. */
export interface PlacedRoute extends Route {
  /** Where to go on after what was taken, as JSON values. */
  place(): readonly unknown[];
}

export type { WalkProgress } from "@fleet-api/contract";

/** Options of a walk, see the contract. What the observer is told depends on the route. */
export interface WalkOptions<Progress = WalkProgress> extends Omit<AnyWalkOptions, "onProgress"> {
  readonly onProgress?: ((progress: Progress) => unknown) | undefined;
}

/** What tells items apart. */
export type KeyOptions = Pick<AnyWalkOptions, "keyOf">;
