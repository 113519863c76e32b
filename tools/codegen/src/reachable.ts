import type { Components, OpenApiDocument } from "@fleet-api-tools/openapi-document";
import { verbs } from "@fleet-api-tools/openapi-document";

/** Removes the components that no operation reaches; security schemes stay. The order stays as it was. */
export function keepReachable(document: OpenApiDocument): OpenApiDocument {
  return { ...document, components: filterComponents(document.components, reachedFrom(document, document.paths)) };
}

/** A component for a message: its name, and the operations that it belongs to. */
export function subjectOf(document: OpenApiDocument, name: string, section = "schemas"): string {
  const users = Object.values(document.paths).flatMap((item) =>
    verbs.flatMap((verb) => {
      const operation = item[verb];
      const isUser = reachedFrom(document, [item.parameters, operation]).has(`#/components/${section}/${name}`);
      return operation !== undefined && isUser ? [operation.operationId] : [];
    }),
  );
  return `${kindOf(section)} ${name} (of ${users.length === 0 ? "no operation" : users.join(", ")})`;
}

/** A component of this section for a message: `schema`, `requestBody`. */
export function kindOf(section: string): string {
  return section.replace(/ies$/, "y").replace(/s$/, "");
}

/** All references that can be reached from a part of the document. */
export function reachedFrom(document: OpenApiDocument, start: unknown): Set<string> {
  const reached = new Set<string>();
  const queue: unknown[] = [start];
  for (let value = queue.pop(); value !== undefined; value = queue.pop()) {
    for (const ref of referencesIn(value)) {
      if (reached.has(ref)) continue;
      reached.add(ref);
      // The check of shapes says what is wrong with another one.
      const [, section = "", name = ""] = /^#\/components\/([^/]+)\/([^/]+)$/.exec(ref) ?? [];
      const sections: Record<string, Record<string, unknown> | undefined> = { ...document.components };
      queue.push(sections[section]?.[name]);
    }
  }
  return reached;
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

/** The references of a part of a document, without following them. */
export function referencesIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, child]: [string, unknown]) =>
    name === "$ref" && typeof child === "string" ? [child] : referencesIn(child),
  );
}
