/** The request that the form makes, as code, and what became of the call. */
import { problemUrl } from "../contract/urls.ts";
import { copyButton } from "../islands/copy.ts";
import { clientSample } from "../samples/client.ts";
import type { Callable, ExampleRequest } from "../samples/example-request.ts";
import { curlSample } from "../samples/http.ts";
import type { Exchange, Outcome } from "./connection.ts";
import { element } from "./elements.ts";

interface RequestView {
  readonly element: HTMLElement;
  show(operation: Callable, request: ExampleRequest, baseUrl: string): void;
}

/** curl and TypeScript, each in a part of its own. */
export function createRequestView(): RequestView {
  const samples = [
    { title: "curl", write: curlSample, code: element("code") },
    { title: "TypeScript", write: clientSample, code: element("code") },
  ];
  const view = element(
    "div",
    { class: "try-request" },
    ...samples.map(({ title, code }, index) =>
      element(
        "details",
        { open: index === 0 },
        element("summary", {}, title),
        element("pre", { tabindex: "0" }, code),
        copyButton(`Copy ${title}`, async () => code.textContent),
      ),
    ),
  );
  return {
    element: view,
    show(operation, request, baseUrl) {
      for (const { write, code } of samples) code.textContent = write(operation, request, baseUrl);
    },
  };
}

/** A finding of a problem: what is wrong with one value of the request. */
interface Finding {
  /** The id of its field in the form. */
  readonly id: string;
  readonly message: string;
}

/** What a response says, for the rest of the page. */
interface Said {
  /** One line, for readers who hear the page. */
  readonly title: string;
  readonly findings: readonly Finding[];
}

/** What a code looks like: others have no page. */
const CODE = /^[a-z_]+$/;

/** Characters of a body that are shown; a page cannot show a million. */
const LONGEST_BODY = 200_000;

/** Characters of a line of a stream that are shown: an event has all its data in one line. */
const LONGEST_LINE = 1000;

/** Notices and findings that are shown; the body has all of them. */
const MAX_LINES = 50;

/** Shows an outcome in `place`, and gives what it says about the request. `root` is the way to the root of the site. */
export function showOutcome(place: HTMLElement, { exchange, explanation }: Outcome, root: string): Said {
  place.replaceChildren();
  if (explanation !== null) {
    place.append(
      element("p", { class: "try-title" }, explanation.title),
      element("p", { class: "try-explanation" }, explanation.text),
    );
  }
  if (exchange === null) return { title: explanation?.title ?? "", findings: [] };
  const { status, statusText, tookMs, headers } = exchange;
  const json = parse(exchange.body);
  const problem = problemOf(exchange, json);
  place.append(
    element(
      "p",
      { class: "try-title" },
      element("span", { class: `status status-${Math.floor(status / 100)}` }, String(status)),
      ` ${statusText} `,
      element("span", { class: "try-time" }, `${tookMs} ms`),
    ),
  );
  if (problem !== null) place.append(problemNote(problem, root));
  for (const notice of textsOf(json, "notices").slice(0, MAX_LINES))
    place.append(element("p", { class: "try-notice" }, `Notice: ${notice}`));
  place.append(
    element(
      "details",
      {},
      element("summary", {}, `${headers.length} response headers`),
      element("pre", { tabindex: "0" }, headers.map(([name, value]) => `${name}: ${value}`).join("\n")),
    ),
    bodyOf(exchange, json),
  );
  return { title: `${status} ${problem?.code ?? statusText}`, findings: problem?.findings ?? [] };
}

interface Problem {
  readonly code: string;
  readonly detail: string;
  readonly permission: string | null;
  readonly findings: readonly Finding[];
}

function typeOf({ headers }: Exchange): string {
  return headers.find(([name]) => name === "content-type")?.[1] ?? "";
}

function problemOf(exchange: Exchange, json: unknown): Problem | null {
  if (!typeOf(exchange).startsWith("application/problem+json")) return null;
  const { resource, action } = objectOf(objectOf(json)["required_permission"]);
  return {
    code: textOf(objectOf(json)["code"]),
    detail: textOf(objectOf(json)["detail"]),
    permission: resource === undefined ? null : `${textOf(resource)}.${textOf(action)}`,
    findings: listOf(objectOf(json)["errors"])
      .slice(0, MAX_LINES)
      .map((finding) => findingOf(objectOf(finding))),
  };
}

/** `in` and `pointer` or `name` of a finding as the id of a field: `body.sim_card.iccid`, `query.page`. */
function findingOf(finding: Readonly<Record<string, unknown>>): Finding {
  const place = textOf(finding["in"]);
  const path = textOf(finding["pointer"] ?? finding["name"])
    .replace(/^#?\//, "")
    .split("/")
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    // Items of a list have no field of their own.
    .filter((part) => !/^\d+$/.test(part));
  return { id: [place, ...path].filter((part) => part !== "").join("."), message: textOf(finding["detail"]) };
}

function problemNote({ code, detail, permission, findings }: Problem, root: string): HTMLElement {
  return element(
    "div",
    { class: "try-problem" },
    element(
      "p",
      {},
      CODE.test(code) && element("a", { href: `${root}${problemUrl(code)}` }, element("code", {}, code)),
      ` ${detail}`,
    ),
    permission !== null &&
      element(
        "p",
        {},
        "It needs the permission ",
        element("a", { href: `${root}permissions/${permission}/` }, element("code", {}, permission)),
        ".",
      ),
    findings.length > 0 &&
      element(
        "ul",
        { class: "plain" },
        ...findings.map(({ id, message }) => element("li", {}, element("code", {}, id), ` ${message}`)),
      ),
  );
}

function bodyOf(exchange: Exchange, json: unknown): HTMLElement {
  const { body } = exchange;
  if (body === "") return element("p", { class: "empty" }, "No body.");
  const text = typeOf(exchange) === "text/event-stream" ? shortened(body) : laidOut(body, json);
  const isLong = text.length > LONGEST_BODY;
  return element(
    "figure",
    { class: "code" },
    element("figcaption", {}, isLong ? `Body, the first ${LONGEST_BODY} of ${text.length} characters` : "Body"),
    element("pre", { tabindex: "0" }, element("code", {}, text.slice(0, LONGEST_BODY))),
  );
}

/** The lines of a stream, the long ones without their ends. */
function shortened(body: string): string {
  return body
    .split("\n")
    .map((line) =>
      line.length > LONGEST_LINE
        ? `${line.slice(0, LONGEST_LINE)} … (${line.length - LONGEST_LINE} more characters)`
        : line,
    )
    .join("\n");
}

/** A body on many lines, unless that changed it: numbers that JavaScript cannot hold would be others. */
function laidOut(body: string, json: unknown): string {
  try {
    return json !== undefined && JSON.stringify(json) === body ? JSON.stringify(json, null, 2) : body;
  } catch {
    // Nested too deep.
    return body;
  }
}

/** Undefined for what is not JSON. */
export function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

export function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function textsOf(json: unknown, name: string): string[] {
  return listOf(objectOf(json)[name])
    .map(textOf)
    .filter((text) => text !== "");
}
