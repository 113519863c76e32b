import { type Column, table, type Table } from "../report/table.ts";
import type { Violations } from "./accessibility.ts";
import type { SiteCost } from "./growth.ts";
import type { SiteFigures } from "./measure-sites.ts";
import { OPERATION } from "./sites.ts";

/** One operation in our site and in those of the peers. */
export function reportSites(figures: readonly SiteFigures[]): Table {
  const columns: Column<SiteFigures>[] = [
    { title: OPERATION, text: ({ name }) => name, left: true },
    { title: "gzip B", text: ({ bytes }) => number(bytes) },
    { title: "requests", text: ({ requests }) => number(requests) },
    { title: "foreign", text: ({ foreign }) => number(foreign) },
    { title: "FCP ms", text: ({ firstPaint }) => number(firstPaint) },
    { title: "TBT ms", text: ({ blocking }) => number(blocking) },
    { title: "main thread CPU ms", text: ({ mainThread }) => number(mainThread) },
    { title: "axe light", text: ({ light }) => violationsText(light) },
    { title: "axe dark", text: ({ dark }) => violationsText(dark) },
    { title: "without JS", text: ({ readable, operations }) => `${readable}/${operations}` },
  ];
  const rules = figures
    .filter(({ light, dark }) => light.rules.length + dark.rules.length > 0)
    .map(({ name, light, dark }) => `axe, ${name}: ${[...new Set([...light.rules, ...dark.rules])].join(", ")}`);
  return table("Docs: one operation, opened with an empty cache", columns, figures, [
    "bytes over the wire from a server with gzip; foreign are requests to other servers, whose bytes do not count",
    "TBT is what tasks of the main thread exceed 50 ms by until the page is idle; FCP and TBT are this machine's, at this minute",
    "axe: rules/elements; without JS: operations whose title, path and parameters are in the page",
    ...rules,
  ]);
}

interface Row {
  readonly title: string;
  readonly digits: number;
  readonly read: (cost: SiteCost) => number;
}

/** What our site takes to build, by the number of operations. */
export function reportGrowth(costs: readonly SiteCost[]): Table {
  const rows: Row[] = [
    { title: "HTML pages", digits: 0, read: ({ pages }) => pages },
    { title: "files of the site, MB", digits: 1, read: ({ megabytes }) => megabytes },
    { title: "build, s", digits: 1, read: ({ site }) => site.wallSeconds },
    { title: "build, CPU s", digits: 1, read: ({ site }) => site.cpuSeconds },
    { title: "build, peak memory MB", digits: 0, read: ({ site }) => site.peakMegabytes },
    { title: "Redoc's one file, s", digits: 1, read: ({ redoc }) => redoc.wallSeconds },
    { title: "Redoc's one file, CPU s", digits: 1, read: ({ redoc }) => redoc.cpuSeconds },
    { title: "Redoc's one file, peak memory MB", digits: 0, read: ({ redoc }) => redoc.peakMegabytes },
  ];
  const columns: Column<Row>[] = [
    { title: "operations", text: ({ title }) => title, left: true },
    ...costs.map((cost) => ({
      title: String(cost.operations),
      text: ({ read, digits }: Row) => number(read(cost), digits),
    })),
  ];
  const report = table("Docs: building the site of synthetic contracts", columns, rows, [
    "the build without the file of Redoc, which it makes afterwards; memory is that of one process, without esbuild's",
    "seconds are the least of three rounds; CPU time and memory the median",
  ]);
  return { ...report, rows: costs };
}

function violationsText({ rules, nodes }: Violations): string {
  return `${rules.length}/${nodes}`;
}

function number(value: number, digits = 0): string {
  return value.toLocaleString("en", { maximumFractionDigits: digits });
}
