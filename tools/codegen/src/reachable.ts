import type { Components, OpenApiDocument } from "./document.ts";
import { refTarget } from "./document.ts";

/** Removes the components that no operation reaches; security schemes stay. The order stays as it was. */
export function keepReachable(document: OpenApiDocument): OpenApiDocument {
  const reached = new Set<string>();
  const queue: unknown[] = [document.paths];
  for (let value = queue.pop(); value !== undefined; value = queue.pop()) {
    for (const ref of referencesIn(value)) {
      if (reached.has(ref)) continue;
      reached.add(ref);
      const { section, name } = refTarget(ref);
      const sections: Record<string, Record<string, unknown> | undefined> = { ...document.components };
      queue.push(sections[section]?.[name]);
    }
  }
  return { ...document, components: filterComponents(document.components, reached) };
}

function filterComponents(components: Components, reached: Set<string>): Components {
  const sections = Object.entries(components).map(([section, entries]: [string, Record<string, unknown>]) => {
    const kept = Object.entries(entries).filter(
      ([name]) => section === "securitySchemes" || reached.has(`#/components/${section}/${name}`),
    );
    return [section, Object.fromEntries(kept)] as const;
  });
  return { schemas: {}, ...Object.fromEntries(sections.filter(([, entries]) => Object.keys(entries).length > 0)) };
}

function referencesIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, child]: [string, unknown]) =>
    name === "$ref" && typeof child === "string" ? [child] : referencesIn(child),
  );
}
