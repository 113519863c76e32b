import type { AnyPage } from "../call/result.ts";
import { FleetError } from "../errors/fleet-error.ts";
import { keysOf, type Seen } from "./seen.ts";
import type { Asked, List } from "./source.ts";
import type { KeyOptions } from "./walk-options.ts";

/** What a response has, and where in the list that is. */
export interface ReadPage {
  /** Index in the list of its first row. */
  readonly begins: number;
  readonly keys: readonly (string | undefined)[];
  /** Index in the response of the first row that was handed out before; -1 for none. */
  readonly anchor: number;
  /** Whether the rows after the anchor leave no gap: rows of one response are neighbours. */
  readonly isAnchored: boolean;
}

/** Reads the responses of a walk. Throws a `FleetError` for another page than the asked one, and for the same page again. */
export function pageReader(
  { input: { query } }: List,
  options: KeyOptions,
  seen: Seen,
): (answer: AnyPage, asked: Asked) => ReadPage {
  let lastBegins = Infinity;
  let lastTotal = 0;
  let lastKey: string | undefined;
  return (answer, { position, bridge }) => {
    const { page, per_page, total } = answer.pagination;
    // A number by its type; an untyped caller may give digits as text.
    const asked = Number(position.page ?? query?.["page"] ?? page);
    const begins = (page - 1) * per_page;
    const keys = keysOf(answer, options);
    // When rows moved so far to the right that the page before comes again, there are more of them now.
    const again = begins > lastBegins && total === lastTotal && keys[0] === lastKey;
    if (page !== asked || (again && keys.length && keys.every(seen.has)))
      throw new FleetError(`asked for page ${asked}, got page ${page} or the same again`, {
        kind: "unexpected",
        ...answer.meta,
      });
    [lastBegins, lastTotal, lastKey] = [bridge ? Infinity : begins, total, keys[0]];
    const anchor = keys.findIndex(seen.has);
    return { begins, keys, anchor, isAnchored: anchor >= 0 || (!begins && (seen.all || !keys.length)) };
  };
}
