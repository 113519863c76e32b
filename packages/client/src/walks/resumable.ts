import { pageRoute } from "../paging/page-route.ts";
import { createSeen, type Seen } from "../paging/seen.ts";
import type { RouteMaker } from "../paging/source.ts";
import { completeRoute } from "./complete-route.ts";
import { placedCursorRoute } from "./cursor-place.ts";
import type { ResumableWalkOptions, ResumableWalkProgress } from "./options.ts";
import { readResume, writeResume } from "./resume-text.ts";

/** How many keys a later walk knows. */
const lastKeys = 16;

/** The route that a call would be walked by, with what `complete` and `resume` ask for. */
export function resumable(
  route: RouteMaker,
  { complete, resume }: Pick<ResumableWalkOptions, "complete" | "resume">,
): RouteMaker<ResumableWalkProgress> {
  return (list, options) => {
    const saved = resume === undefined ? undefined : readResume(list, resume);
    const { seen, last } = seenAfter(saved?.keys);
    const byPages = complete ? completeRoute : pageRoute;
    const inner =
      list.paged === "cursor"
        ? placedCursorRoute(route, list, options, seen, saved?.place)
        : byPages(list, options, seen, saved?.place);
    return {
      ...inner,
      isResumed: saved !== undefined,
      progress(items) {
        const retrieved = items + (saved?.retrieved ?? 0);
        const text = writeResume(list, { retrieved, keys: last(), place: inner.place() });
        return { ...inner.progress(retrieved), resume: text };
      },
    };
  };
}

/** Remembers keys, beginning with those of an earlier walk, and also which are the last. */
function seenAfter(earlier?: readonly string[]): { seen: Seen; last: () => string[] } {
  const seen = createSeen();
  const { add } = seen;
  const last = new Set<string>();
  seen.add = (key) => {
    add(key);
    if (key !== undefined) last.add(key);
    for (const oldest of last) if (last.size > lastKeys) last.delete(oldest);
  };
  if (earlier) seen.all = false;
  earlier?.forEach(seen.add);
  return { seen, last: () => [...last] };
}
