import type { Section } from "../report/section.ts";
import { measureGrowth } from "./growth.ts";
import { measureSites } from "./measure-sites.ts";
import { reportGrowth, reportSites } from "./report.ts";
import { buildSites } from "./sites.ts";

/** What a page of the documentation costs its reader, beside other renderers, and what the site costs to build. */
export const docsSection: Section = {
  name: "docs",
  doing: "documentation sites; their renderers are installed once",
  async run() {
    const figures = await measureSites(await buildSites());
    return [reportSites(figures), reportGrowth(await measureGrowth())];
  },
};
