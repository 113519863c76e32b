import {
  type OperationEntry,
  operationsOf,
  type Parameter,
  resolve,
  type Schema,
} from "@fleet-api-tools/openapi-document";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { bare, type Member, membersOf, readContract } from "./support/contract.ts";
import { useSite, whyNoSite } from "./support/use-site.ts";

const contract = readContract();
const operations = operationsOf(contract);

/** What a reader without JavaScript has: the text and the links of each place that has an id, and of all. */
interface Shown {
  readonly all: string;
  readonly links: readonly string[];
  readonly places: Readonly<Record<string, { text: string; links: readonly string[] }>>;
}

describe.skipIf(whyNoSite() !== undefined)("without JavaScript", () => {
  const site = useSite();
  let page: Page;
  beforeAll(async () => {
    page = await (await site.context({ javaScriptEnabled: false })).newPage();
  });

  test.each(operations.map((entry) => [entry.operation.operationId, entry] as const))(
    "%s is told in full",
    async (id, entry) => {
      const markup = await (await fetch(site.url(`v1/operations/${id}/`))).text();
      const shown = await page.evaluate(readPage, markup);
      expect([
        ...missingHead(shown, entry),
        ...entry.parameters.flatMap((parameter) => missingParameter(shown, parameter)),
        ...missingBody(shown, entry),
        ...missingReplies(shown, entry),
        ...missingErrors(shown, entry),
      ]).toEqual([]);
    },
  );

  test("closed parts open, and each language of the samples can be chosen", async () => {
    await page.goto(site.url("v1/operations/unitsListing/"));
    const part = page.locator("main details").first();
    await part.locator("summary").first().click();
    expect(await part.locator(".prop").first().isVisible()).toBe(true);
    const labels = page.locator(".samples > label");
    for (const label of await labels.all()) {
      await label.click();
      expect(await page.locator(".sample:visible").count()).toBe(1);
    }
  });

  test("the menu of a narrow window opens", async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto(site.url("v1/operations/unitsListing/"));
    const menu = page.getByRole("navigation", { name: "Documentation" });
    expect(await menu.isVisible()).toBe(false);
    await page.getByRole("button", { name: "Menu" }).click();
    expect(await menu.getByRole("link", { name: "Errors", exact: true }).isVisible()).toBe(true);
  });
});

/** Runs in a browser for its parser; no script of the markup runs. */
function readPage(markup: string): Shown {
  const page = new DOMParser().parseFromString(markup, "text/html");
  const linksIn = (part: Element): string[] =>
    [...part.querySelectorAll("a")].map((link) => link.getAttribute("href")?.replace(/^(?:\.\.\/)*/, "") ?? "");
  const main = page.querySelector("main") ?? page.body;
  const places = [...main.querySelectorAll("[id]")].map(
    (part) => [part.id, { text: part.textContent, links: linksIn(part) }] as const,
  );
  return { all: main.textContent, links: linksIn(main), places: Object.fromEntries(places) };
}

function missingHead(shown: Shown, { verb, path, operation }: OperationEntry): string[] {
  const { summary = "", description = "", "x-permission": permission } = operation;
  const missing = [summary, description, `${verb.toUpperCase()} ${path}`].filter(
    (text) => !bare(shown.all).includes(bare(text)),
  );
  if (permission === "self" && !shown.all.includes("Any logged-in user")) missing.push("the permission of all users");
  if (typeof permission === "object") {
    const name = `${permission.resource}.${permission.action}`;
    if (!shown.links.includes(`permissions/${name}/`)) missing.push(name);
  }
  return missing;
}

function missingParameter(shown: Shown, { in: place, name, description = "", required, schema }: Parameter): string[] {
  const facts = [name, description, ...factsOf(resolve(contract, schema))];
  return missingAt(shown, `${place}.${name}`, required === true ? [...facts, "required"] : facts);
}

function missingBody(shown: Shown, { operation: { requestBody } }: OperationEntry): string[] {
  if (requestBody === undefined) return [];
  const { description = "", content } = requestBody;
  const missing = Object.values(content).flatMap(({ schema }) => [
    ...missingMembers(shown, "body", membersOf(contract, schema)),
    ...(resolve(contract, schema).required ?? []).flatMap((name) => missingAt(shown, `body.${name}`, ["required"])),
  ]);
  return bare(shown.all).includes(bare(description)) ? missing : [description, ...missing];
}

function missingReplies(shown: Shown, { operation }: OperationEntry): string[] {
  return Object.entries(operation.responses)
    .filter(([status]) => Number(status) < 400)
    .flatMap(([status, { description = "", headers = {}, content = {} }]) => {
      const [media] = Object.values(content);
      const id = `response-${status}`;
      const own = Object.entries(headers).filter(([name]) => name !== "Cache-Control" && name !== "X-Request-Id");
      return [
        ...missingAt(shown, id, [`Response ${status}`]),
        ...[description].filter((text) => !bare(shown.all).includes(bare(text))),
        ...own.flatMap(([name, header]) =>
          missingAt(shown, `${id}-headers.${name}`, [name, resolve(contract, header).description ?? ""]),
        ),
        ...(media === undefined ? [] : missingMembers(shown, id, membersOf(contract, media.schema))),
      ];
    });
}

/** Members that have no place of their own, unless the place around them leads to the page of their schema. */
function missingMembers(shown: Shown, prefix: string, members: readonly Member[]): string[] {
  return members.flatMap(({ path, name, schema, schemaName, children }) => {
    const id = `${prefix}.${path}`;
    const missing = missingAt(shown, id, [name, schema.description ?? "", ...factsOf(schema)]);
    const isTold = children.some((child) => shown.places[`${prefix}.${child.path}`] !== undefined);
    const isLinked = schemaName !== null && (shown.places[id]?.links.includes(`schemas/${schemaName}/`) ?? false);
    if (children.length > 0 && !isTold && isLinked) return missing;
    return [...missing, ...missingMembers(shown, prefix, children)];
  });
}

const LIMITS = [
  "minLength",
  "maxLength",
  "minimum",
  "maximum",
  "multipleOf",
  "minItems",
  "maxItems",
  "minProperties",
  "maxProperties",
  "default",
  "const",
] as const;

/** Accepted values, defaults, limits, what a pattern expects, and whether null is one of the values. */
function factsOf(schema: Schema): string[] {
  const limits = LIMITS.map((key) => schema[key]).filter(
    // Zero characters and the largest exact integers are no limits.
    (value) => value !== undefined && value !== 0 && Math.abs(Number(value)) !== Number.MAX_SAFE_INTEGER,
  );
  return [
    ...(schema.enum ?? []).map(String),
    ...limits.map((value) => (typeof value === "string" ? value : JSON.stringify(value))),
    ...(schema.uniqueItems === true ? ["no duplicates"] : []),
    schema["x-expected"] ?? "",
    ...([schema.type].flat().includes("null") ? ["or null"] : []),
  ].filter((text) => text !== "" && text !== "null");
}

function missingErrors(shown: Shown, { operation }: OperationEntry): string[] {
  return Object.entries(operation.responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([status, { "x-problem-codes": codes = [] }]) =>
      codes.flatMap((code) => [
        ...missingAt(shown, `error.${code}`, [status, code]),
        ...(shown.places[`error.${code}`]?.links.includes(`problems/${code}/`) ? [] : [`the link of ${code}`]),
      ]),
    );
}

function missingAt(shown: Shown, id: string, texts: readonly string[]): string[] {
  const place = shown.places[id];
  if (place === undefined) return [`no place ${id}`];
  // A list of rules begins with a capital letter.
  const said = bare(place.text).toLowerCase();
  return texts.filter((text) => !said.includes(bare(text).toLowerCase())).map((text) => `${id}: ${text}`);
}
