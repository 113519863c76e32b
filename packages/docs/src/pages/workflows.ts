/** The page of the workflows: the Arazzo files of spec/workflows in words. */
import type { Operation } from "../contract/operations.ts";
import { operationUrl, workflowsUrl } from "../contract/urls.ts";
import { html, type Html } from "../html/html.ts";
import { type PageContext, pageContext, type Tools } from "./context.ts";
import type { Page } from "./page.ts";
import { breakable, verbLabel } from "./parts.ts";

/** An Arazzo 1.0 file, as far as the page shows it. */
export interface WorkflowFile {
  readonly info: { readonly title: string; readonly summary: string; readonly description?: string };
  readonly workflows: readonly Workflow[];
}

interface Workflow {
  readonly workflowId: string;
  readonly summary: string;
  readonly inputs?: { readonly properties: Readonly<Record<string, unknown>> };
  readonly steps: readonly Step[];
}

interface Step {
  readonly stepId: string;
  readonly description?: string;
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly value: unknown }[];
  readonly requestBody?: { readonly payload: Readonly<Record<string, unknown>> };
  readonly successCriteria: readonly Criterion[];
}

/** What a step expects: a simple condition, or one of another type on a part of the response. */
export interface Criterion {
  readonly condition: string;
  readonly context?: string;
  readonly type?: string;
}

const SUMMARY = "Sequences of requests from beginning to end; CI runs each against the reference server.";

/** @throws Error where a step names an operation that the contract does not have */
export function workflowsPage(tools: Tools, files: readonly WorkflowFile[]): Page {
  const context = pageContext(tools, workflowsUrl);
  return {
    url: workflowsUrl,
    kind: "guide",
    title: "Workflows",
    summary: SUMMARY,
    above: [],
    main: html`<p class="lead">${SUMMARY}</p>
      ${files.map((file) => fileSection(context, file))}`,
    aside: null,
    toc: files.map(({ info: { title } }) => ({ id: slug(title), text: title, level: 2 })),
    markdown: null,
    search: [
      { kind: "guide", title: "Workflows", url: workflowsUrl, text: SUMMARY },
      ...files.map(({ info: { title, summary } }) => ({
        kind: "guide" as const,
        title,
        url: `${workflowsUrl}#${slug(title)}`,
        text: summary,
      })),
    ],
  };
}

function fileSection(
  context: PageContext,
  { info: { title, summary, description = "" }, workflows }: WorkflowFile,
): Html {
  const id = slug(title);
  return html`<section aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    <div class="prose">${context.prose(summary)}${context.prose(description)}</div>
    ${workflows.map((workflow) => workflowSection(context, workflow))}
  </section> `;
}

function workflowSection(context: PageContext, { workflowId, summary, inputs, steps }: Workflow): Html {
  const id = slug(workflowId);
  const names = Object.keys(inputs?.properties ?? {}).map((name) => `\`${name}\``);
  return html`<section aria-labelledby="${id}">
    <h3 id="${id}">${sentence(workflowId)}</h3>
    <div class="prose">
      ${context.prose(summary)}${names.length > 0 && context.prose(`Inputs: ${names.join(", ")}.`)}
      <ol>
        ${steps.map((step) => stepItem(context, step))}
      </ol>
    </div>
  </section> `;
}

function stepItem(context: PageContext, { stepId, description = "", operationId, ...step }: Step): Html {
  const operation = context.contract.operations.find(({ id }) => id === operationId);
  if (operation === undefined) throw new Error(`The workflow step ${stepId} names no operation: ${operationId}.`);
  const sent = [
    ...(step.parameters ?? []).map(({ name, value }) => `\`${name}\`: ${valueWords(value)}`),
    ...Object.entries(step.requestBody?.payload ?? {}).map(([name, value]) => `\`${name}\`: ${valueWords(value)}`),
  ];
  return html`<li>
    <p><strong>${sentence(stepId)}</strong> ${operationLink(context, operation)}</p>
    ${description !== "" && context.prose(description)} ${ruleList(context, "Sends", sent)}
    ${ruleList(context, "Expects", step.successCriteria.map(criterionWords))}
  </li> `;
}

function operationLink({ to }: PageContext, { id, verb, path }: Operation): Html {
  return html`<a href="${to(operationUrl(id))}">${verbLabel(verb)} <code>${breakable(path)}</code></a>`;
}

function ruleList({ prose }: PageContext, title: string, rules: readonly string[]): Html | null {
  if (rules.length === 0) return null;
  return html`<p>${title}</p>
    <ul>
      ${rules.map((rule) => html`<li>${prose(rule)}</li> `)}
    </ul>`;
}

/** What a criterion demands, in words and Markdown. */
export function criterionWords({ condition, context = "", type = "simple" }: Criterion): string {
  if (type === "regex") return `${expressionWords(context)} matches ${code(condition)}`;
  if (type === "jsonpath") {
    const [, list = "", count = ""] = /^\$\[\?length\(@\.(\w+)\) == (\d+)\]$/.exec(condition) ?? [];
    if (list !== "") return `${code(list)} has ${count} ${count === "1" ? "item" : "items"}`;
    return `${expressionWords(context)} matches the JSONPath ${code(condition)}`;
  }
  const [, left = "", operator = "", right = ""] = /^(\S+) (==|!=|>=?|<=?) (.+)$/.exec(condition) ?? [];
  const words = OPERATORS[operator];
  return words === undefined ? code(condition) : `${expressionWords(left)} ${words} ${expressionWords(right)}`;
}

const OPERATORS: Readonly<Record<string, string>> = {
  "==": "is",
  "!=": "is not",
  ">": "is greater than",
  ">=": "is at least",
  "<": "is less than",
  "<=": "is at most",
};

/** A runtime expression of Arazzo, or a literal, in words and Markdown. */
function expressionWords(expression: string): string {
  const [, step = "", output = ""] = /^\$steps\.(\w+)\.outputs\.(\w+)$/.exec(expression) ?? [];
  if (step !== "") return `the ${code(output)} of “${sentence(step)}”`;
  const [, source = "", name = ""] = /^\$(inputs\.|response\.header\.|response\.body#\/)(.+)$/.exec(expression) ?? [];
  if (source === "inputs.") return `the input ${code(name)}`;
  if (source === "response.header.") return `the header ${code(name)}`;
  if (source !== "") return code(name.replaceAll("/", "."));
  if (expression === "$statusCode") return "the status";
  if (expression === "$response.body") return "the body";
  return code(expression.replace(/^'(.*)'$/, "$1"));
}

/** A value that a step sends. */
function valueWords(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueWords).join(", ");
  return typeof value === "string" ? expressionWords(value) : code(JSON.stringify(value));
}

function code(text: string): string {
  return text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``;
}

/** `read_the_group` is "Read the group". */
function sentence(id: string): string {
  const words = id.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function slug(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z\d]+/g, "-");
}
