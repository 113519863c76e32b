import type { Html } from "../html/html.ts";
import type { RunSource } from "../runs/run-files.ts";

/** An entry of the list "On this page". */
export interface TocEntry {
  readonly id: string;
  readonly text: string;
  readonly level: number;
}

/** What a reader finds by searching: a page, or a place on one. */
export interface SearchEntry {
  readonly kind:
    | "operation"
    | "field"
    | "schema"
    | "error"
    | "permission"
    | "guide"
    | "group"
    | "decision"
    | "package"
    | "export"
    | "option";
  readonly title: string;
  /** Path in the site, with a fragment for a place. */
  readonly url: string;
  /** More words that lead here. */
  readonly text: string;
}

/** Stands for the root of the site in the Markdown of a page, until the place of the file is known. */
export const ROOT = "site-root:/";

/** One page of the site, before the frame is put around it. */
export interface Page {
  /** Path in the site's version, with a slash at its end; empty for the start page. */
  readonly url: string;
  readonly kind:
    | "start"
    | "operation"
    | "schema"
    | "problem"
    | "permission"
    | "group"
    | "guide"
    | "decision"
    | "list"
    | "package"
    | "try"
    | "map"
    | "not-found";
  readonly title: string;
  /** One sentence of plain text, for search engines and previews. */
  readonly summary: string;
  /** Where the page stands: titles and paths of the pages above it. */
  readonly above: readonly { title: string; url: string }[];
  readonly main: Html;
  /** What stands beside the text on wide screens, such as code. */
  readonly aside: Html | null;
  readonly toc: readonly TocEntry[];
  /** What somebody wrote, where links of the site begin with {@link ROOT}; null for a page that was made. */
  readonly markdown: string | null;
  readonly search: readonly SearchEntry[];
  /** Programs that the page can run. */
  readonly runs?: readonly RunSource[];
}
