import {
  examplesOf,
  operationsOf,
  resolve,
  type Response as DocumentedResponse,
} from "@fleet-api-tools/openapi-document";
import { readDocument } from "@fleet-api-tools/openapi-document/node";
import { problems } from "@fleet-api/contract/problems";
import { validators } from "@fleet-api/contract/validators";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { codeOfRule, describeRule } from "../../src/kernel/describe-rule.ts";
import { checkBody, parameterFinding, FindingList } from "../../src/kernel/findings.ts";
import { problemPage } from "../../src/kernel/problem-response.ts";
import { fakeService, send } from "./support/fake-service.ts";

const document = readDocument(import.meta.resolve("@fleet-api/contract/openapi.json"));
const documented = operationsOf(document);
const { kernel } = fakeService();
const token = { authorization: "bearer good" };

/** A request that is answered with the code, by nothing but what every operation has in common. */
function provoke(code: string, example: unknown): { query?: string; init: RequestInit } | null {
  const hasBody = example !== undefined;
  const json = { ...token, "content-type": "application/json" };
  // What is wrong with the query is found after the body was parsed.
  const body = hasBody ? { body: "{}" } : {};
  switch (code) {
    case "malformed_request":
      return { query: "?%", init: { headers: hasBody ? json : token, ...body } };
    case "unauthenticated":
      return { init: {} };
    case "permission_denied":
      return { init: { headers: { authorization: "bearer poor" } } };
    case "payload_too_large":
      return { init: { headers: json, body: `"${"a".repeat(2 ** 22)}"` } };
    case "unsupported_media_type":
      return { init: { headers: { ...token, "content-type": "text/plain" }, body: "text" } };
    case "validation_failed":
      return hasBody
        ? { init: { headers: json, body: JSON.stringify({ ...Object(example), mood: "red" }) } }
        : { query: "?colour=red", init: { headers: token } };
    default:
      return null;
  }
}

/** The examples of the headers of a response: the only one, or that of the code; without those that say "may come". */
function headerExamples({ headers = {} }: DocumentedResponse, code: string): Record<string, unknown> {
  const entries = Object.entries(headers).flatMap(([name, header]): [string, unknown][] => {
    const { example, examples } = resolve(document, header);
    const isRandom = name === "X-Request-Id" || name === "Authorization";
    const value = example ?? examples?.[code]?.value;
    return isRandom || value === undefined ? [] : [[name, String(value)]];
  });
  return Object.fromEntries(entries);
}

/** Every example of an error that comes with the operation and not from it. */
const examples = documented.flatMap(({ verb, path, operation, parameters }) => {
  const [media = {}] = Object.values(operation.requestBody?.content ?? {});
  const [body] = examplesOf(document, media);
  const values = new Map(parameters.map(({ name, example }) => [name, String(example)]));
  const needed = parameters.filter((parameter) => parameter.in === "query" && parameter.required === true);
  const query = needed.map(({ name, example }) => `&${name}=${String(example)}`).join("");
  const address = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(values.get(name) ?? ""));
  return Object.values(operation.responses).flatMap((response) =>
    Object.entries(response.content?.["application/problem+json"]?.examples ?? {}).flatMap(([code, { value }]) => {
      const request = provoke(code, body);
      const headers = headerExamples(response, code);
      const target = `${address}${request?.query ?? "?"}${query}`.replace(/\?&?$/, "");
      return request === null
        ? []
        : [{ id: operation.operationId, method: verb.toUpperCase(), target, code, value, headers, init: request.init }];
    }),
  );
});

describe("the service sends what the examples of the contract say", () => {
  test("of all errors that come with every operation alike", () => {
    expect(new Set(examples.map(({ code }) => code))).toEqual(
      new Set([
        "malformed_request",
        "unauthenticated",
        "permission_denied",
        "payload_too_large",
        "unsupported_media_type",
        "validation_failed",
      ]),
    );
  });

  test.each(examples)("$id $code", async ({ method, target, value, headers, init }) => {
    const response = await send(kernel, method, target, init);
    expect(await response.json()).toEqual(value);
    expect(headers).toHaveProperty(["Cache-Control"], "no-store");
    expect(Object.fromEntries(Object.keys(headers).map((name) => [name, response.headers.get(name)]))).toEqual(headers);
  });
});

const codes = Object.entries(problems);

/** The answer to a path outside of the contract's base path. */
async function get(path: string, method = "GET"): Promise<Response> {
  return kernel.fetch(new Request(`http://127.0.0.1:4080${path}`, { method }), { ip: "127.0.0.1" });
}

describe("the pages about problems", () => {
  it.each(codes)("%s has one, which says what it means", async (code, { title, status, description }) => {
    const response = await get(`/problems/${code}`);
    const text = await response.text();
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(text).toContain(`<h1>${title}</h1>`);
    expect(text).toContain(`<dd>${status}</dd>`);
    expect(text.replaceAll(/<\/?code>/g, "")).toContain(`<p>${description.replaceAll("`", "")}</p>`);
  });

  it("the type of a problem leads to its page", async () => {
    const refused = await send(kernel, "GET", "/units/listing?a=1", { headers: { authorization: "bearer good" } });
    const { type, code }: { type: string; code: string } = await refused.json();
    const page = await get(type);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain(`<code>${code}</code>`);
  });

  it("a list leads to each of them", async () => {
    const text = await (await get("/problems")).text();
    const links = [...text.matchAll(/href="([^"]+)"/g)].map(([, path]) => path ?? "");
    expect(links).toEqual(codes.map(([code]) => `/problems/${code}`));
    expect(await (await get("/problems/")).text()).toBe(text);
  });

  it("may be cached and run nothing", async () => {
    const { headers } = await get("/problems/gone");
    expect(headers.get("cache-control")).toBe("private, max-age=3600");
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("x-request-id")).not.toBeNull();
  });

  it("answers HEAD and OPTIONS, and refuses other methods", async () => {
    const head = await get("/problems/gone", "HEAD");
    expect([head.status, await head.text()]).toEqual([200, ""]);
    const options = await get("/problems/gone", "OPTIONS");
    expect([options.status, options.headers.get("allow")]).toEqual([204, "GET, HEAD, OPTIONS"]);
    const post = await get("/problems/gone", "POST");
    expect([post.status, post.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
  });

  it.each([
    "/problems/nothing",
    "/problems/__proto__",
    "/problems/constructor",
    "/problems/gone/",
    "/problems/Gone",
    "/problems/%67one",
    "/problems//gone",
    "/problemsgone",
    "/api/v1/problems/gone",
  ])("there is none at %s", async (path) => {
    expect(problemPage(path)).toBeNull();
    expect((await get(path)).status).toBe(404);
  });
});

const login = validators.authLogin.body;
function said(body: unknown): string[] {
  const findings = new FindingList();
  if (login) checkBody(login, body, findings);
  return findings.listed.map(({ pointer, code, detail }) => `${pointer} ${code}: ${detail}`);
}

describe("checkBody", () => {
  it("says of a property of a record that it cannot be set here, and of no other", () => {
    const about = (body: object): string[] => {
      const findings = new FindingList();
      const { body: validate } = validators.unitGroupsUpdate;
      if (validate) checkBody(validate, body, findings);
      return findings.listed.map(({ pointer, detail }) => `${pointer} ${detail}`);
    };
    for (const name of ["client_id", "id", "path", "version", "partner_id", "created_at"])
      expect(about({ [name]: 1 })).toEqual([
        expect.stringMatching(`^/${name} cannot be set here; this object accepts external_id, name, `),
      ]);
    expect(about({ parentid: 1 })).toEqual(["/parentid is an unknown property; did you mean parent_id?"]);
    for (const name of ["toString", "__proto__", "a/b"])
      expect(about(JSON.parse(`{${JSON.stringify(name)}:1}`))).toEqual([
        expect.stringContaining("is an unknown property"),
      ]);
  });

  it("takes a URL for what it is, and says what it may not have", () => {
    const findings = new FindingList();
    const { body: validate } = validators.clientsUpdate;
    if (validate) checkBody(validate, { logo_url: "https://x.com/a b" }, findings);
    expect(findings.listed.map(({ detail }) => detail)).toEqual([expect.stringContaining("(a space as %20)")]);
  });

  it.each([
    ["2020-02-30T00:00:00Z", "has a day that does not exist; its month has 29 days"],
    ["2021-02-29T00:00:00Z", "has a day that does not exist; its month has 28 days"],
    ["2020-00-01T00:00:00Z", "has a month that does not exist; months are 01 to 12"],
    ["2020-01-15T24:00:00Z", "has a time of day that does not exist; the last is 23:59:59"],
    ["2020-01-15T00:00:00+24:00", "has an offset that does not exist; the largest is 23:59"],
    ["2020-01-15T22:59:60Z", "has a leap second that does not exist; one can only be at 23:59:60 UTC"],
    ["9999-12-31T23:59:59-01:00", "must be from the year 1 to the year 9999, in UTC"],
    ["2020-01-15", "must be a date and time of RFC 3339 with its offset, such as 2026-01-15T08:30:00Z"],
  ])("says of %s that it %s", (installed_at, detail) => {
    const findings = new FindingList();
    const { body: validate } = validators.unitsUpdate;
    if (validate) checkBody(validate, { installed_at }, findings);
    expect(findings.listed.map((finding) => finding.detail)).toEqual([detail]);
  });

  it("names what does not exist of every instant with the right form that is none", () => {
    const two = fc.integer({ min: 0, max: 99 }).map((number) => String(number).padStart(2, "0"));
    const validate = validators.unitsUpdate.body;
    fc.assert(
      fc.property(fc.tuple(two, two, two, two, two, two, two), ([month, day, hour, minute, second, hours, minutes]) => {
        const installed_at = `2020-${month}-${day}T${hour}:${minute}:${second}+${hours}:${minutes}`;
        const findings = new FindingList();
        if (validate) checkBody(validate, { installed_at }, findings);
        for (const { detail } of findings.listed) expect(detail).toMatch(/that does not exist;/);
      }),
    );
  });

  it("finds nothing in a good body", () => {
    expect(said({ username: "a", password: "b" })).toEqual([]);
  });

  it("coerces nothing and gives every finding with its pointer", () => {
    expect(said({ username: 1, pasword: true })).toEqual([
      "/password required: is required",
      "/pasword unknown_property: is an unknown property; did you mean password?",
      "/username type: must be a string of 1 to 100 characters",
    ]);
  });

  it("escapes pointers (RFC 6901)", () => {
    expect(said({ username: "a", password: "b", "x/y~z": 1 })).toEqual([
      "/x~1y~0z unknown_property: is an unknown property; this object accepts username, password",
    ]);
  });

  it("refuses a body that is no object", () => {
    expect(said([])).toEqual([" type: must be an object"]);
    expect(said(null)).toEqual([" type: must be an object"]);
  });

  it("never repeats a value", () => {
    expect(JSON.stringify(said({ username: "a", password: "s3cret".repeat(100) }))).not.toContain("s3cret");
  });
});

describe("a finding", () => {
  const address = validators.authPasswordResetRequest.body;
  const saidOf = (email: string) => {
    const findings = new FindingList();
    if (address) checkBody(address, { email }, findings);
    return findings.listed.map(({ code, detail }) => `${code}: ${detail}`);
  };

  it.each(["foo", "a@b", "@b.example", "a@b..example", "a b@c.example"])("is one for the address %j", (email) => {
    expect(saidOf(email)).toEqual(["pattern: must be an e-mail address such as name@example.com"]);
  });

  it("has no half of a character, and no half of an escape, where it is cut", () => {
    const name = `${"a".repeat(199)}\u{1F600}`;
    expect(parameterFinding("query", name, "unknown_parameter", "").name).toBe("a".repeat(199));
    const pointer = said({ username: "a", password: "b", ["~".repeat(300)]: 1 })[0]?.split(" ")[0] ?? "";
    expect(pointer).toMatch(/^\/(?:~0)+$/);
  });
});

describe("describeRule", () => {
  const rule = (keyword: string, parentSchema: Record<string, unknown>, params: Record<string, unknown> = {}) =>
    describeRule({ keyword, params, parentSchema, instancePath: "", schemaPath: "" });

  it.each([
    ["minimum", { type: "integer", minimum: 1 }, "must be an integer of at least 1"],
    ["maximum", { type: "number", maximum: 9 }, "must be a number of at most 9"],
    ["type", { type: ["string", "null"], maxLength: 1 }, "must be a string of at most 1 character or null"],
    ["minLength", { type: "string", minLength: 8 }, "must be a string of at least 8 characters"],
    ["maxLength", { type: "string", minLength: 2, maxLength: 2 }, "must be a string of 2 characters"],
    ["maxItems", { type: "array", minItems: 1, maxItems: 5 }, "must be a list of 1 to 5 items"],
    ["type", { type: "boolean" }, "must be true or false"],
    ["type", { type: "string", enum: ["a", "b"] }, "must be one of a, b"],
  ])("words %s of %j", (keyword, schema, text) => {
    expect(rule(keyword, schema)).toBe(text);
  });

  it("words formats, constants and what it does not know", () => {
    expect(rule("format", {}, { format: "email" })).toBe("must be an e-mail address");
    expect(rule("format", {}, { format: "ipv4" })).toBe("must be an IPv4 address");
    const day = { keyword: "format", params: { format: "date" }, instancePath: "", schemaPath: "", data: "2020-02-30" };
    expect(describeRule(day)).toBe("has a day that does not exist; its month has 29 days");
    expect(rule("const", {}, { allowedValue: true })).toBe("must be true");
    expect(rule("multipleOf", {})).toBe("breaks the contract");
  });
});

describe("codeOfRule", () => {
  const rule = (keyword: string) => codeOfRule({ keyword, params: {}, instancePath: "", schemaPath: "" });

  /** Keywords that only hold other schemas, or that nothing checks. */
  // A name breaks the rules inside of `propertyNames`.
  const silent = new Set("properties propertyNames items description title examples example default $ref".split(" "));

  function keywordsOf(value: unknown): string[] {
    if (Array.isArray(value)) return value.flatMap(keywordsOf);
    if (typeof value !== "object" || value === null) return [];
    // In a request, an open enum is a closed one.
    if ("x-open-enum" in value) return ["enum"];
    return Object.entries(value).flatMap(([keyword, child]): string[] => {
      if (keyword === "properties") return Object.values(Object(child)).flatMap(keywordsOf);
      if (keyword === "items" || keyword === "additionalProperties") return [keyword, ...keywordsOf(child)];
      return silent.has(keyword) || keyword.startsWith("x-") ? [] : [keyword];
    });
  }

  it("has a code for every keyword that a request of the contract uses", () => {
    const bodies = documented.flatMap(({ operation: { requestBody } }) =>
      Object.values(requestBody?.content ?? {}).map(({ schema }) => resolve(document, schema)),
    );
    const parameters = documented.flatMap((each) => each.parameters.map(({ schema }) => schema));
    const schemas = [...bodies, ...parameters];
    const keywords = [...new Set(schemas.flatMap(keywordsOf))].filter((keyword) => !silent.has(keyword));
    expect(keywords).toEqual(expect.arrayContaining(["type", "maxLength", "required", "minimum", "pattern"]));
    expect(keywords.filter((keyword) => rule(keyword) === "invalid")).toEqual([]);
  });

  it("has one for all others", () => {
    expect(rule("contains")).toBe("invalid");
    expect(rule("constructor")).toBe("invalid");
  });
});
