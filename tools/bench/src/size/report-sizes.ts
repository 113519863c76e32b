import { table, type Table } from "../report/table.ts";
import type { Size } from "./measure-entry.ts";

/** The sizes as a table, with the budgets beside. */
export function reportSizes(title: string, sizes: readonly Size[]): Table {
  const bytes = (count: number): string => count.toLocaleString("en");
  return table<Size>(
    title,
    [
      { title: "bundle", text: ({ name }) => name, left: true },
      { title: "min B", text: ({ min }) => bytes(min) },
      { title: "gzip B", text: ({ gzip }) => bytes(gzip) },
      { title: "brotli B", text: ({ brotli }) => bytes(brotli) },
      { title: "budget (gzip B)", text: ({ budget }) => (budget === null ? "" : bytes(budget)) },
      { title: "", text: (size) => (size.budget === null ? "" : isAbove(size) ? "EXCEEDED" : "kept"), left: true },
    ],
    sizes,
  );
}

/** Whether a size breaks its budget. */
export function isAbove({ gzip, budget }: Size): boolean {
  return budget !== null && gzip > budget;
}
