import type { AnyPage, AnyResult } from "../call/result.ts";
import type { CallInput } from "../transport/transport.ts";
import type { Seen } from "./seen.ts";
import type { WalkOptions, WalkProgress } from "./walk-options.ts";

/** What is walked: one call of a paged list. */
export interface WalkSource {
  /** Sends one request of the list. It heeds the signal, which ends with the walk, and does not reject. */
  readonly send: (input: CallInput, signal: AbortSignal) => Promise<AnyResult>;
  /** The first page, which others may ask for too, see `FirstPage`. The signal ends with the walk. Default: `send`. */
  readonly first?: ((signal: AbortSignal) => Promise<AnyResult>) | undefined;
  /** The first request; those that follow have another position in their query. */
  readonly input: CallInput;
  readonly operationId: string;
  /** How the service goes on: `pageRoute` by `page` and `per_page`, or `cursorRoute` by `cursor`. */
  readonly route: RouteMaker;
  /** The signal of the call; a walk may have one of its own too. */
  readonly signal?: AbortSignal | undefined;
}

/** Begins a way through a list, from `place` of an earlier walk if there is one. */
export type RouteMaker = (source: WalkSource, options: WalkOptions, seen: Seen, place?: readonly unknown[]) => Route;

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

/** What a route makes of an answer: rows to hand out, or a request whose rows come first. */
export type Step =
  | { readonly rows: unknown[]; readonly last: boolean }
  | {
      readonly ask: Position;
      /** Whether the answer is to be looked at again afterwards. */
      readonly again: boolean;
    };

/** Knows where a walk is in its list and where it goes on. */
export interface Route {
  /** The next request. When it is `early`, none if the list may have ended or the position is not known yet. */
  next(early: boolean): Position | undefined;
  /** Takes the answers in the order of the list; at most `room` rows are handed out. */
  take(page: AnyPage, asked: Asked, room: number): Step;
  /** How far it is after what was taken. */
  progress(): Pick<WalkProgress, "page" | "pages" | "total">;
  /** Where to go on after what was taken, as JSON values. */
  place(): readonly unknown[];
}
