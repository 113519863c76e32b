/** Pages that state a size state the one that there is, to a tenth of a kilobyte or 5 %: the next group changes no page. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ours, peers } from "../src/size/entries.ts";
import { measureEntry, type Size } from "../src/size/measure-entry.ts";

/** The sentence of a page: each group is a size in kB, of the bundle at the same place. */
interface Statement {
  readonly page: string;
  readonly says: RegExp;
  readonly sizes: readonly (() => Promise<number>)[];
}

/** Bytes of a bundle by its name in `pnpm bench size`. */
function bytesOf(name: string, unit: "min" | "gzip" = "gzip"): () => Promise<number> {
  return async () => (await sizeOf(name))[unit];
}

async function sizeOf(name: string, external?: string[]): Promise<Size> {
  const entry = [...ours, ...peers].find((each) => each.name === name);
  if (!entry) throw new Error(`there is no bundle ${name}`);
  return measureEntry(entry, undefined, external);
}

const client = "our client, one GET";

const statements: readonly Statement[] = [
  {
    page: "packages/client/README.md",
    says: /`createFleetClient` is (\d+\.?\d*) kB, (\d+\.?\d*) of it openapi-fetch/,
    sizes: [bytesOf(client), async () => (await sizeOf(client)).gzip - (await sizeOf(client, ["openapi-fetch"])).gzip],
  },
  {
    page: "packages/client/README.md",
    says: /one operation (\d+\.?\d*) kB, or (\d+\.?\d*) with a list, (\d+\.?\d*) with `\/paginate` too/,
    sizes: [
      bytesOf("client/core, one operation"),
      bytesOf("client/core, one list"),
      bytesOf("client/core, one list + client/paginate"),
    ],
  },
  {
    page: "packages/client/README.md",
    says: /openapi-fetch alone is (\d+\.?\d*), ky (\d+\.?\d*) and axios (\d+\.?\d*)/,
    sizes: [bytesOf("openapi-fetch"), bytesOf("ky"), bytesOf("axios")],
  },
  {
    page: "packages/auth/README.md",
    says: /`createAuth` (\d+\.?\d*) kB, (\d+\.?\d*) kB after gzip/,
    sizes: [bytesOf("auth, one session", "min"), bytesOf("auth, one session")],
  },
  {
    page: "packages/contract/README.md",
    says: /(\d+\.?\d*) kB for `unitsListing`, minified and compressed/,
    sizes: [bytesOf("contract/validators, one operation")],
  },
  {
    page: "ARCHITECTURE.md",
    says: /`client\/core`, (\d+\.?\d*) kB with one of them/,
    sizes: [bytesOf("client/core, one operation")],
  },
  {
    page: "ARCHITECTURE.md",
    says: /ky alone is (\d+\.?\d*) kB, axios (\d+\.?\d*)/,
    sizes: [bytesOf("ky"), bytesOf("axios")],
  },
  {
    page: "ARCHITECTURE.md",
    says: /the whole of `client\/streams`, (\d+\.?\d*) kB/,
    sizes: [bytesOf("client/streams")],
  },
];

/** The text of a page as one line: sentences go over line ends. */
function textOf(page: string): string {
  return readFileSync(new URL(`../../../${page}`, import.meta.url), "utf8").replaceAll(/\s+/g, " ");
}

/** The sizes that a page states, in kB. */
function statedIn(page: string, says: RegExp): number[] {
  const found = says.exec(textOf(page));
  expect(found, `${page} has no sentence that fits ${says}`).not.toBeNull();
  return found?.slice(1).map(Number) ?? [];
}

describe("the sizes that pages state", () => {
  it.each(statements)("$page: $says", async ({ page, says, sizes }) => {
    const measured = await Promise.all(sizes.map((size) => size()));
    const stated = statedIn(page, says);
    const off = stated.filter((kilobytes, index) => {
      const bytes = measured[index] ?? 0;
      return !(Math.abs(kilobytes * 1000 - bytes) <= Math.max(100, bytes / 20));
    });
    expect(off, `stated ${stated.join(", ")} kB, measured ${measured.join(", ")} bytes`).toEqual([]);
    expect(stated).toHaveLength(measured.length);
  });
});
