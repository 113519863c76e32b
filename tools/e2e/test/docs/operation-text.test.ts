import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import {
  asNode,
  asText,
  asTexts,
  bare,
  type ContractOperation,
  type Member,
  membersOf,
  type Node,
  operationsOf,
  readContract,
  resolve,
} from "./support/contract.ts";
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

  test.each(operations.map((operation) => [operation.id, operation] as const))(
    "%s is told in full",
    async (id, operation) => {
      const markup = await (await fetch(site.url(`v1/operations/${id}/`))).text();
      const shown = await page.evaluate(readPage, markup);
      expect([
        ...missingHead(shown, operation),
        ...operation.parameters.flatMap((parameter) => missingParameter(shown, parameter)),
        ...missingBody(shown, operation),
        ...missingReplies(shown, operation),
        ...missingErrors(shown, operation),
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

function missingHead(shown: Shown, { method, path, node }: ContractOperation): string[] {
  const missing = [asText(node["summary"]), asText(node["description"]), `${method.toUpperCase()} ${path}`].filter(
    (text) => !bare(shown.all).includes(bare(text)),
  );
  const permission = node["x-permission"];
  if (permission === "self" && !shown.all.includes("Any logged-in user")) missing.push("the permission of all users");
  if (typeof permission === "object" && permission !== null) {
    const { resource, action } = asNode(permission);
    if (!shown.links.includes(`permissions/${String(resource)}.${String(action)}/`))
      missing.push(`${String(resource)}.${String(action)}`);
  }
  return missing;
}

function missingParameter(shown: Shown, parameter: Node): string[] {
  const id = `${asText(parameter["in"])}.${asText(parameter["name"])}`;
  const schema = resolve(contract, asNode(parameter["schema"]));
  const facts = [asText(parameter["name"]), asText(parameter["description"]), ...factsOf(schema)];
  return missingAt(shown, id, parameter["required"] === true ? [...facts, "required"] : facts);
}

function missingBody(shown: Shown, { node }: ContractOperation): string[] {
  if (node["requestBody"] === undefined) return [];
  const body = asNode(node["requestBody"]);
  const note = asText(body["description"]);
  const required = (schema: Node): string[] => asTexts(resolve(contract, schema)["required"]);
  const missing = Object.values(asNode(body["content"])).flatMap((content) => {
    const schema = asNode(asNode(content)["schema"]);
    return [
      ...missingMembers(shown, "body", membersOf(contract, schema)),
      ...required(schema).flatMap((name) => missingAt(shown, `body.${name}`, ["required"])),
    ];
  });
  return bare(shown.all).includes(bare(note)) ? missing : [note, ...missing];
}

function missingReplies(shown: Shown, { node }: ContractOperation): string[] {
  return Object.entries(asNode(node["responses"]))
    .filter(([status]) => Number(status) < 400)
    .flatMap(([status, value]) => {
      const reply = asNode(value);
      const [content] = Object.values(asNode(reply["content"] ?? {}));
      const id = `response-${status}`;
      const headers = Object.entries(asNode(reply["headers"] ?? {})).filter(
        ([name]) => name !== "Cache-Control" && name !== "X-Request-Id",
      );
      return [
        ...missingAt(shown, id, [`Response ${status}`]),
        ...[asText(reply["description"])].filter((text) => !bare(shown.all).includes(bare(text))),
        ...headers.flatMap(([name, header]) =>
          missingAt(shown, `${id}-headers.${name}`, [name, asText(resolve(contract, asNode(header))["description"])]),
        ),
        ...(content === undefined
          ? []
          : missingMembers(shown, id, membersOf(contract, asNode(asNode(content)["schema"])))),
      ];
    });
}

/** Members that have no place of their own, unless the place around them leads to the page of their schema. */
function missingMembers(shown: Shown, prefix: string, members: readonly Member[]): string[] {
  return members.flatMap(({ path, name, schema, schemaName, children }) => {
    const id = `${prefix}.${path}`;
    const missing = missingAt(shown, id, [name, asText(schema["description"]), ...factsOf(schema)]);
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
];

/** Accepted values, defaults, limits, what a pattern expects, and whether null is one of the values. */
function factsOf(schema: Node): string[] {
  const limits = LIMITS.map((key) => schema[key]).filter(
    // Zero characters and the largest exact integers are no limits.
    (value) => value !== undefined && value !== 0 && Math.abs(Number(value)) !== Number.MAX_SAFE_INTEGER,
  );
  return [
    ...asTexts(schema["enum"]),
    ...limits.map((value) => (typeof value === "string" ? value : JSON.stringify(value))),
    ...(schema["uniqueItems"] === true ? ["no duplicates"] : []),
    asText(schema["x-expected"]),
    ...(asTexts(schema["type"]).includes("null") ? ["or null"] : []),
  ].filter((text) => text !== "" && text !== "null");
}

function missingErrors(shown: Shown, { node }: ContractOperation): string[] {
  return Object.entries(asNode(node["responses"]))
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([status, response]) =>
      asTexts(asNode(response)["x-problem-codes"]).flatMap((code) => [
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
