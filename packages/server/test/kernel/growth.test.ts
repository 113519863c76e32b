import { validators } from "@fleet-api/contract/validators";
import type { Validate } from "@fleet-api/contract/validators";
import { describe, expect, it } from "vitest";
import { BodyBuffer } from "../../src/kernel/fetch-face.ts";
import { checkBody, FindingList, maxFindings, parameterFinding } from "../../src/kernel/findings.ts";
import { parseQuery, readQuery } from "../../src/kernel/parameters.ts";
import { parseJson, scanJson } from "../../src/kernel/parse-json.ts";
import { arrayIterator, countCalls } from "./support/count-calls.ts";

const [size, twice] = [2000, 4000];

/** How many times more the work for twice the size is: 2 for linear work, 4 for quadratic work. */
async function growth(work: (size: number) => Promise<number>): Promise<number> {
  return (await work(twice)) / (await work(size));
}

const linear = 2.2;

/** Reads a query and returns the findings. */
function read(query: string): FindingList {
  const findings = new FindingList();
  readQuery(validators.unitsListing.parameters.query, parseQuery(query), findings);
  return findings;
}

function login(body: unknown): FindingList {
  const findings = new FindingList();
  const validate: Validate | null = validators.authLogin.body;
  if (validate) checkBody(validate, body, findings);
  return findings;
}

const names = (count: number): string[] => Array.from({ length: count }, (_, index) => `pag${index}`);
const members = (count: number): object => Object.fromEntries(names(count).map((name) => [name, 1]));

describe("the work for untrusted input grows linearly", () => {
  it("a parameter that is repeated", async () => {
    const work = (count: number) => countCalls(arrayIterator, "next", () => void read("page&".repeat(count / 5)));
    expect(await growth(work)).toBeLessThan(linear);
  });

  it("texts of JSON, by the characters that are looked at", async () => {
    const texts: readonly ((count: number) => string)[] = [
      (count) => JSON.stringify(members(count)),
      (count) => JSON.stringify('\\u0061"\\'.repeat(count)),
      (count) => `[${"1,".repeat(count)}1]`,
      (count) => `${" ".repeat(count)}1${" ".repeat(count)}`,
      (count) => `"${"a".repeat(count)}`,
      (count) => `{"a":1,${JSON.stringify(members(count)).slice(1, -1)},"a":2}`,
    ];
    for (const text of texts) {
      const work = (count: number) => countCalls(String.prototype, "charCodeAt", () => void scanJson(text(count)));
      expect(await growth(work)).toBeLessThan(linear);
    }
  });

  it("unknown members, which are listed once and not for each finding", () => {
    let lists = 0;
    const body = new Proxy(members(size), { ownKeys: (target) => ((lists += 1), Reflect.ownKeys(target)) });
    expect(login(body).count).toBeGreaterThan(maxFindings);
    expect(lists).toBe(1);
  });

  it("bytes that are not UTF-8, by the bytes that are decoded", async () => {
    const length = (bytes: unknown): number => (bytes instanceof Uint8Array ? bytes.length : 0);
    const bad = (count: number): Uint8Array => Uint8Array.of(...Array.from({ length: count }, () => 0x61), 0xff);
    const decoded = (count: number): Promise<number> =>
      countCalls(
        TextDecoder.prototype,
        "decode",
        () => expect(() => parseJson(bad(count))).toThrow("bad byte"),
        length,
      );
    expect(await growth(decoded)).toBeLessThan(linear);
    expect(await decoded(size)).toBeLessThan(3 * size);
  });

  it("a body in pieces of one byte, by the bytes that are copied", async () => {
    const length = (bytes: unknown): number => (bytes instanceof Uint8Array ? bytes.length : 0);
    const copied = async (count: number): Promise<number> => {
      const body = new BodyBuffer(count);
      const fill = (): void => {
        for (let index = 0; index < count; index += 1) body.add(Uint8Array.of(index));
      };
      const bytes = await countCalls(Uint8Array.prototype, "set", fill, length);
      expect(body.bytes()).toEqual(Uint8Array.from({ length: count }, (_, index) => index));
      return bytes;
    };
    expect(await copied(16_384)).toBeLessThan(3 * 16_384);
  });
});

describe("findings are limited while they are collected", () => {
  it("makes the texts of those that are listed, and of no other", () => {
    const findings = new FindingList();
    let made = 0;
    for (let index = 0; index < 1000; index += 1) {
      findings.add(() => {
        made += 1;
        return parameterFinding("query", "a", "required", "is required");
      });
    }
    expect([made, findings.listed.length, findings.count]).toEqual([maxFindings, maxFindings, 1000]);
  });

  it("in the query: looks for the nearest names of those that are listed only", async () => {
    let findings = new FindingList();
    // `nearest` sorts its candidates, and nothing else on this way does.
    const searches = await countCalls(Array.prototype, "toSorted", () => {
      findings = read(names(1000).join("&"));
    });
    expect([searches, findings.listed.length, findings.count]).toEqual([maxFindings, maxFindings, 1000]);
    expect(findings.listed[7]?.detail).toBe("is an unknown parameter; did you mean page?");
  });

  it("in a list of one parameter: the validator keeps 50 errors, which say the same", () => {
    const { validate } = validators.unitsListing.parameters.query["lifecycle_status"] ?? {};
    expect(validate?.(names(5000))).toBe(false);
    expect(validate?.errors?.length).toBeLessThanOrEqual(maxFindings + 1);
    expect(read(`lifecycle_status=${names(5000).join(",")}`).count).toBe(2);
  });

  it("in a body: the validator keeps 50 errors, and the others are counted", () => {
    const { body } = validators.authLogin;
    expect(body?.({ ...members(5000), username: 1 })).toBe(false);
    expect(body?.errors?.length).toBe(2 + maxFindings);
    const findings = login({ ...members(5000), username: 1 });
    expect([findings.listed.length, findings.count]).toEqual([maxFindings, 5002]);
    expect(findings.listed[1]).toMatchObject({ pointer: "/pag0", code: "unknown_property" });
  });

  it("a good body has none", () => {
    expect(login({ username: "a", password: "b" }).count).toBe(0);
  });
});
