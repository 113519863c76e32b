import { pageStrategy } from "../../../src/paging/page-strategy.ts";
import type { PaginatedSource } from "../../../src/paging/pagination.ts";
import { pageResult } from "./model-list.ts";

/** What is wrong with one response. */
export type Glitch =
  | { readonly kind: "none" | "empty" }
  /** The rows of the page before, or those of the last response. */
  | { readonly kind: "repeat"; readonly of: "page" | "response" }
  | { readonly kind: "short" | "long"; readonly rows: number }
  /** Without the row at this index. */
  | { readonly kind: "lacking"; readonly row: number };

/** A list that does not change, of a service or proxy that does not answer as it was asked. */
export interface OddService {
  readonly count: number;
  readonly query?: Readonly<Record<string, unknown>>;
  /** Fewest and most rows that it gives for a page, whatever `per_page` asks for. */
  readonly least?: number;
  readonly most?: number;
  /** Whether `per_page` of the response is what was asked for, or what was applied. */
  readonly echo?: "asked" | "applied";
  /** Whether the first row of a page is a multiple of what was asked for, or of what was applied. */
  readonly offset?: "asked" | "applied";
  /** What it says that there are. Default: as many as there are. */
  readonly total?: number;
  /** In turn. */
  readonly glitches?: readonly Glitch[];
  /** Whether a glitch comes with the next request, whichever that is, or always with the same page. */
  readonly glitchBy?: "request" | "page";
}

/** The source of that list, whose rows have the ids from 1 on, and what was asked of it. */
export function oddService({ count, query = {}, least = 1, most = Infinity, ...rest }: OddService) {
  const { echo = "asked", offset = "asked", total = count, glitches = [], glitchBy = "request" } = rest;
  const rows = Array.from({ length: count }, (_, index) => ({ id: index + 1 }));
  const asked: { page: number; perPage: number }[] = [];
  let before: readonly { id: number }[] = [];

  const source: PaginatedSource = {
    async send({ query: given = {} }) {
      const [page, perPage] = [Number(given["page"] ?? 1), Number(given["per_page"] ?? 50)];
      asked.push({ page, perPage });
      const applied = Math.max(Math.min(perPage, most), least);
      const from = (page - 1) * (offset === "asked" ? perPage : applied);
      const nth = glitchBy === "request" ? asked.length - 1 : page * 31 + perPage;
      const glitch: Glitch = glitches[nth % (glitches.length || 1)] ?? { kind: "none" };
      let data: readonly { id: number }[] = rows.slice(from, from + applied);
      if (glitch.kind === "empty") data = [];
      // Rows of a later page, or of the first that is asked for, could be told from the right ones by nobody.
      if (glitch.kind === "repeat" && asked.length > 1) {
        if (glitch.of === "page") data = rows.slice(Math.max(from - perPage, 0), from);
        else if ((before[0]?.id ?? 0) <= from) data = before;
      }
      if (glitch.kind === "lacking") data = data.toSpliced(glitch.row % (data.length || 1), 1);
      if (glitch.kind === "short") data = data.slice(0, glitch.rows);
      if (glitch.kind === "long") data = rows.slice(from, from + applied + glitch.rows);
      before = data;
      return pageResult(data, { page, per_page: echo === "asked" ? perPage : applied, total });
    },
    input: { query },
    operationId: "unitsListing",
    strategy: pageStrategy,
  };
  return { source, asked };
}
