import { exampleToTell, literal, OTHERS, type Property, valuesToTell } from "../contract/properties.ts";
import { permissionUrl, schemaUrl } from "../contract/urls.ts";
import { html, type Html } from "../html/html.ts";
import type { PageContext } from "./context.ts";
import { typeLabel } from "./parts.ts";

/** How a list of properties is shown. */
interface ListOptions {
  /** Before the path of each property in its id: `body`, `response`. */
  readonly prefix: string;
  /** A request says what is required; a response says what may be absent. */
  readonly direction: "request" | "response";
  /** The resource whose actions guard single fields. */
  readonly resource: string | null;
}

/** Properties with types and rules in words; objects inside of objects are closed, and open without a script. */
export function propertyList(context: PageContext, properties: readonly Property[], options: ListOptions): Html {
  return html`<ul class="props">
    ${properties.map((property) => propertyItem(context, property, options))}
  </ul>`;
}

/** The id of a property on its page; links depend on it. */
export function propertyId(prefix: string, path: string): string {
  return `${prefix}.${path.replaceAll(/[^\w.-]/g, "_")}`;
}

function propertyItem(context: PageContext, property: Property, options: ListOptions): Html {
  const { name, path, type, nullable, description, deprecated } = property;
  const id = propertyId(options.prefix, path);
  const text = description.trim();
  return html`<li class="prop" id="${id}">
    <p class="prop-head">
      <a class="prop-name" href="#${id}">${name === OTHERS ? "any other name" : html`<code>${name}</code>`}</a>
      <span class="type">${typeLabel(context, type)}${nullable && " or null"}</span
      >${presence(property, options)}${deprecated && html` <span class="mark mark-bad">deprecated</span>`}${action(context, property, options)}
    </p>
    ${text !== "" && html`<div class="prose">${context.prose(text)}</div>`}${rules(property)}${inside(context, property, options)}
  </li> `;
}

function presence({ required }: Property, { direction }: ListOptions): Html | null {
  if (direction === "request") return required ? html` <span class="mark mark-strong">required</span>` : null;
  return required ? null : html` <span class="mark">may be absent</span>`;
}

function action(context: PageContext, property: Property, { resource }: ListOptions): Html | null {
  if (property.action === null || resource === null) return null;
  const permission = property.action.includes(".") ? property.action : `${resource}.${property.action}`;
  return html` <a class="badge badge-permission" href="${context.to(permissionUrl(permission))}">${permission}</a>`;
}

/** One line of rules, the accepted values where the text does not list them, and an example. */
function rules(property: Property): Html | null {
  const { constraints } = property;
  const values = valuesToTell(property);
  const example = exampleToTell(property);
  const parts = [
    constraints.length > 0 ? sentence(constraints.join(", ")) : null,
    values.length === 0
      ? null
      : html`<span class="values"
          >${values.length === 1 ? "Always " : "One of "}${values.map((value, index) => html`${index > 0 && ", "}<code>${literal(value)}</code>`)}</span
        >`,
    example === undefined ? null : html`Example <code>${literal(example)}</code>`,
  ].filter((part) => part !== null);
  if (parts.length === 0) return null;
  return html`<p class="rules">
    ${parts.map((part, index) => html`${index > 0 && html` <span class="dot" aria-hidden="true">·</span> `}${part}`)}
  </p>`;
}

function inside(context: PageContext, { children, membersIn, name }: Property, options: ListOptions): Html | null {
  if (membersIn !== null)
    return html`<p class="rules">Members as in <a href="${context.to(schemaUrl(membersIn))}">${membersIn}</a>.</p>`;
  if (children.length === 0) return null;
  const list = propertyList(context, children, options);
  // The content of the envelope is what the reader came for.
  if (name === "data" && options.prefix.startsWith("response")) return html`<div class="nested">${list}</div>`;
  return html`<details class="nested">
    <summary>${children.length} ${children.length === 1 ? "member" : "members"} of <code>${name}</code></summary>
    ${list}
  </details>`;
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
