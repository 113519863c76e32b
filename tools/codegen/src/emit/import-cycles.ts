import type { OpenApiDocument } from "@fleet-api-tools/openapi-document";
import { subjectOf } from "../reachable.ts";
import type { TypeText } from "./group-text.ts";
import type { Homes } from "./names.ts";

/** A use of a name in another file. */
interface Use {
  readonly from: string;
  readonly name: string;
  readonly to: string;
}

/**
 * Refuses files that would import each other, directly or in a circle.
 * @throws Error naming the records, their folders and the operations of one of them
 */
export function refuseCycles(document: OpenApiDocument, texts: readonly TypeText[], homes: Homes): void {
  const uses = texts.flatMap(({ folder, used }) =>
    [...used].toSorted().flatMap((name): Use[] => {
      const to = homes.get(name) ?? folder;
      return to === folder ? [] : [{ from: folder, name, to }];
    }),
  );
  for (const { folder } of texts) {
    const circle = wayBack(folder, folder, uses, new Set());
    const [first] = circle ?? [];
    if (circle === null || first === undefined) continue;
    const way = circle.map(({ from, name, to }) => `${from} uses ${name} of ${to}`).join(", and ");
    throw new Error(`${subjectOf(document, first.name)} closes a circle: ${way}. Declare one of them in spec/shared.`);
  }
}

/** A way along the uses from a file to the start; null when there is none. */
function wayBack(file: string, start: string, uses: readonly Use[], seen: Set<string>): Use[] | null {
  for (const use of uses.filter(({ from }) => from === file)) {
    if (use.to === start) return [use];
    if (seen.has(use.to)) continue;
    seen.add(use.to);
    const rest = wayBack(use.to, start, uses, seen);
    if (rest !== null) return [use, ...rest];
  }
  return null;
}
