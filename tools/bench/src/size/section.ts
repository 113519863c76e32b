import type { Section } from "../report.ts";
import { generatePeers } from "../generated-peers.ts";
import { ours, peers } from "./entries.ts";
import { measureEntry } from "./measure-entry.ts";
import { reportSizes } from "./measure-entry.ts";

/** What a browser downloads, ours beside its peers. */
export const sizeSection: Section = {
  name: "size",
  doing: "bundles, minified and compressed",
  async run() {
    await generatePeers();
    const sizes = await Promise.all([...ours, ...peers].map((entry) => measureEntry(entry)));
    return [reportSizes("Size: esbuild, browser, es2022, minified", sizes)];
  },
};
