import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Browser } from "playwright-core";

interface Parameter {
  readonly $ref?: string;
  readonly name?: string;
}

type PathItem = Readonly<Record<string, unknown>> & { readonly parameters?: readonly Parameter[] };

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly Parameter[];
}

interface Document {
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: { readonly parameters?: Readonly<Record<string, Parameter>> };
}

/** What a page has to show of an operation at the least: its title, its path, and the names of its parameters. */
export interface ReadableOperation {
  readonly id: string;
  readonly words: readonly string[];
}

/** The operations of the contract. */
export async function readOperations(): Promise<ReadableOperation[]> {
  const file = fileURLToPath(import.meta.resolve("@fleet-api/contract/openapi.json"));
  const document: Document = JSON.parse(await readFile(file, "utf8"));
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.values(item).flatMap((operation) => {
      if (!isOperation(operation)) return [];
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
      const names = parameters.map((one) => nameOf(document, one));
      return [{ id: operation.operationId, words: [operation.summary, path, ...names] }];
    }),
  );
}

/** Counts the operations that can be read in a browser that runs no script. */
export async function countReadable(
  browser: Browser,
  operations: readonly ReadableOperation[],
  addressOf: (id: string) => string,
): Promise<number> {
  const context = await browser.newContext({ javaScriptEnabled: false });
  try {
    const page = await context.newPage();
    const texts = new Map<string, string>();
    let readable = 0;
    for (const { id, words } of operations) {
      const address = addressOf(id).replace(/#.*$/, "");
      if (!texts.has(address)) {
        await page.goto(address);
        texts.set(address, await page.evaluate(textOfPage));
      }
      const text = texts.get(address) ?? "";
      if (words.every((word) => text.includes(word))) readable += 1;
    }
    return readable;
  } finally {
    await context.close();
  }
}

/** Runs in the page. What is folded counts: a reader can unfold it without a script. */
function textOfPage(): string {
  for (const element of document.querySelectorAll("script, style, template, noscript, nav")) element.remove();
  return document.body.textContent ?? "";
}

function isOperation(value: unknown): value is Operation {
  return typeof value === "object" && value !== null && "operationId" in value;
}

function nameOf({ components }: Document, parameter: Parameter): string {
  const name = parameter.$ref?.slice(parameter.$ref.lastIndexOf("/") + 1);
  return parameter.name ?? components.parameters?.[name ?? ""]?.name ?? "";
}
