import type { Schema, WithComponents } from "../contract/document.ts";
import { refTarget, resolve } from "../contract/document.ts";
import { readProperties, readValue } from "../contract/properties.ts";
import type { NamedSchema } from "../contract/site-contract.ts";
import { schemaUrl } from "../contract/urls.ts";
import { codeFigure } from "../html/code.ts";
import { html } from "../html/html.ts";
import type { Tools } from "./context.ts";
import { pageContext } from "./context.ts";
import type { Page } from "./page.ts";
import { firstSentence, operationList, provenanceBadge, typeLabel } from "./parts.ts";
import { propertyId, propertyList } from "./property-list.ts";

/** The page of a schema: its members, an example, and the operations that use it. */
export function schemaPage(tools: Tools, { name, schema, operations }: NamedSchema): Page {
  const url = schemaUrl(name);
  const context = pageContext(tools, url);
  const { document } = tools.contract;
  const self = readValue(document, name, schema, true);
  const properties = readProperties(document, { $ref: `#/components/schemas/${name}` });
  const example = exampleOf(document, schema);
  const provenance = schema["x-provenance"] ?? null;
  const options = { prefix: "member", direction: "response", resource: null } as const;
  const members =
    properties.length > 0
      ? propertyList(context, properties, options)
      : propertyList(context, [{ ...self, description: "" }], options);
  return {
    url,
    kind: "schema",
    title: name,
    summary: firstSentence(schema.description ?? name),
    above: [{ title: "Schemas", url: "schemas/" }],
    main: html`<p class="badges">
        <span class="badge">${typeLabel(context, self.type)}</span
        >${provenance !== null && provenanceBadge(context, provenance, null)}
      </p>
      <div class="prose lead">${context.prose(schema.description ?? "")}</div>
      <section aria-labelledby="members">
        <h2 id="members">${properties.length > 0 ? "Members" : "Value"}</h2>
        ${members}
      </section>
      <section aria-labelledby="operations">
        <h2 id="operations">Used by</h2>
        ${operationList(context, operations)}
      </section>`,
    aside: codeFigure(context.highlight(JSON.stringify(example, null, 2), "json"), "json", "Example"),
    toc: [
      { id: "members", text: properties.length > 0 ? "Members" : "Value", level: 2 },
      { id: "operations", text: "Used by", level: 2 },
    ],
    markdown: null,
    search: [
      { kind: "schema", title: name, url, text: firstSentence(schema.description ?? "") },
      ...properties.map((property) => ({
        kind: "field" as const,
        title: property.name,
        url: `${url}#${propertyId("member", property.path)}`,
        text: `${name} ${firstSentence(property.description)}`,
      })),
    ],
  };
}

/** A value that a schema accepts, from the examples of the contract; never more than one level into itself. */
function exampleOf(document: WithComponents, schema: Schema, above: readonly string[] = []): unknown {
  const name = schema.$ref === undefined ? null : refTarget(schema.$ref).name;
  if (name !== null && above.includes(name)) return null;
  const full = resolve(document, schema);
  const inside = name === null ? above : [...above, name];
  if (full.examples?.[0] !== undefined) return full.examples[0];
  if (full.const !== undefined) return full.const;
  if (full.default !== undefined) return full.default;
  if (full.enum !== undefined) return full.enum[0];
  if (full.properties !== undefined) {
    return Object.fromEntries(
      Object.entries(full.properties).map(([key, property]) => [key, exampleOf(document, property, inside)]),
    );
  }
  if (full.items !== undefined) return [exampleOf(document, full.items, inside)];
  const choice = (full.anyOf ?? full.oneOf ?? [])[0];
  if (choice !== undefined) return exampleOf(document, choice, inside);
  if (typeof full.additionalProperties === "object")
    return { name: exampleOf(document, full.additionalProperties, inside) };
  return sampleOf(typeof full.type === "string" ? full.type : (full.type?.[0] ?? "null"), full);
}

function sampleOf(type: string, { minimum = 0 }: Schema): unknown {
  if (type === "integer" || type === "number") return minimum;
  return { string: "text", boolean: true, array: [], object: {} }[type] ?? null;
}
