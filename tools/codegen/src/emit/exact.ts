import { banner } from "../banner.ts";
import type { Layout } from "../groups.ts";
import { indexTypes } from "./group-files.ts";
import type { TypeText } from "./group-text.ts";
import { type Homes, importsOf } from "./names.ts";

/**
 * All types once more in one file, for clients that read integers of 64 bits exactly. `texts` holds the groups, and the
 * shared types with another `Int64`.
 */
export function emitExact(texts: readonly TypeText[], layout: Layout, homes: Homes): string {
  const declared = new Set(texts.map(({ folder }) => folder));
  const foreign = new Set(
    texts.flatMap(({ used }) => [...used]).filter((name) => !declared.has(homes.get(name) ?? "")),
  );
  return [
    banner(),
    importsOf(foreign, homes, "exact", true),
    ...texts.map(({ text }) => text),
    indexTypes(layout.groups),
  ].join("\n");
}
