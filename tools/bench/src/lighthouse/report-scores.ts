import { type Column, table, type Table } from "../report/table.ts";
import { type Audited, CATEGORIES, LEAST, type LostPoints } from "./audit-page.ts";

/** The scores of all pages, and below them the audits that lost at least half a point. */
export function reportScores(audited: readonly Audited[]): Table {
  const columns: Column<Audited>[] = [
    { title: "page", text: ({ page }) => page, left: true },
    { title: "served by", text: ({ server }) => server, left: true },
    ...CATEGORIES.map((category): Column<Audited> => ({
      title: category,
      text: ({ scores }) => `${scores[category]}${scores[category] < LEAST ? " !" : ""}`,
    })),
  ];
  const notes = audited.flatMap(({ page, server, lost }) =>
    lost.filter(({ points }) => points >= 0.5).map((one) => `${page} (${server}): ${describe(one)}`),
  );
  return table(`Lighthouse: mobile preset, at least ${LEAST} in each category`, columns, audited, notes);
}

function describe({ category, audit, points, reason }: LostPoints): string {
  return `${category} -${points.toFixed(1)} for ${audit}: ${reason}`;
}
