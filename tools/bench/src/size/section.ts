import type { Section } from "../report/section.ts";
import { generateRivals } from "../rivals/load-rivals.ts";
import { ours, rivals } from "./entries.ts";
import { measureEntry } from "./measure-entry.ts";
import { reportSizes } from "./report-sizes.ts";

/** What a browser downloads, ours beside its peers. */
export const sizeSection: Section = {
  name: "size",
  doing: "bundles, minified and compressed",
  async run() {
    await generateRivals();
    const sizes = await Promise.all([...ours, ...rivals].map((entry) => measureEntry(entry)));
    return [reportSizes("Size: esbuild, browser, es2022, minified", sizes)];
  },
};
