import fc from "fast-check";
import type { OperationRow } from "@fleet-api/contract";
import { operations } from "@fleet-api/contract/operations";
import { describe, expect, it, vi } from "vitest";
import { createFleetClient } from "../src/index.ts";
import { openapiFetchTransport } from "../src/transport/openapi-fetch.ts";
import { serializeHeader, serializePath, serializeQuery } from "../src/transport/serialize-parameters.ts";
import { baseUrl, jsonResponse, page, requestOf } from "./support/answers.ts";

/** A client that records what it would send. */
function recorder() {
  const fetch = vi.fn(async (_url: string | Request) => jsonResponse({ ...page([], 1, 50, 0) }));
  return {
    fetch,
    fleet: createFleetClient({ baseUrl, fetch }),
    url: () => requestOf(fetch.mock.calls[0]?.[0] ?? "").url,
  };
}

/** Input as an untyped caller may give it. */
function untyped(value: unknown): never {
  return value as never;
}

describe("path parameters", () => {
  const template = `${baseUrl}/auth/permission/{resource}/action/{action}`;

  it("no value leaves its route", () => {
    const dots = fc.constantFrom(
      ".",
      "..",
      "%2e",
      "%2E",
      "%252e",
      "/",
      "\\",
      "%2f",
      "%5C",
      "\t",
      "%0a",
      "a",
      "?",
      "#",
      "{",
      "$&",
      " ",
      "\t",
      "é",
    );
    const value = fc.oneof(
      fc.string(),
      fc.string({ unit: "binary" }),
      fc.array(dots, { maxLength: 6 }).map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(value, (resource) => {
        let url: URL;
        try {
          url = new URL(serializePath(template, { resource, action: "view" }));
        } catch (error) {
          expect(error).toHaveProperty("message", expect.stringContaining("resource"));
          return;
        }
        const segments = url.pathname.split("/");
        expect(segments.slice(0, 5).concat(segments.slice(6))).toEqual([
          "",
          "api",
          "v1",
          "auth",
          "permission",
          "action",
          "view",
        ]);
        expect(decodeURIComponent(segments[5] ?? "")).toBe(resource);
        expect(url.search + url.hash).toBe("");
        // Also behind a proxy that decodes the path once more before it routes.
        const again = new URL(decodeURIComponent(url.pathname).replaceAll(/[?#]/g, "_"), baseUrl).pathname;
        expect(again.startsWith("/api/v1/auth/permission/") && again.endsWith("/action/view")).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([".", "..", "%2e%2E", "%252e%252e", "..%2f", "../x", "x\\..", "", undefined, null, {}, Number.NaN, "\ud800"])(
    "refuses %j and sends nothing",
    async (registration_token) => {
      const { fleet, fetch } = recorder();
      const result = await fleet.auth.registration({ path: { registration_token: untyped(registration_token) } });
      expect(result).toMatchObject({ ok: false, kind: "request", status: null, error: { code: "request" } });
      expect(!result.ok && result.kind === "request" && result.error.message).toContain("registration_token");
      expect(fetch).not.toHaveBeenCalled();
    },
  );

  it("allows dots inside a value", () => {
    expect(serializePath("/{a}", { a: "v1..2" })).toBe("/v1..2");
    expect(serializePath("/{a}", { a: "..." })).toBe("/...");
  });

  it("writes the items of a list with commas between them, and a comma in an item encoded", () => {
    expect(serializePath("/{ids}", { ids: ["a,b", "c", ""] })).toBe("/a%2Cb,c,");
    for (const ids of [[], [""], ["."], [".."], ["a/../b", "c"]])
      expect(() => serializePath("/{ids}", { ids })).toThrow("path parameter ids");
  });

  it.each(["constructor", "toString", "hasOwnProperty", "__proto__"])(
    "has no %s that the caller did not give",
    (name) => {
      expect(() => serializePath(`/{${name}}`, {})).toThrow(`path parameter ${name} must not be empty`);
      expect(serializePath(`/{${name}}`, JSON.parse(`{ "${name}": "a" }`))).toBe("/a");
    },
  );

  it.each(["..", ".", "", undefined])("refuses %j in raw too", async (value) => {
    const { fleet, fetch } = recorder();
    const params = { path: { registration_token: untyped(value) } };
    const call = fleet.raw.GET("/auth/registration/{registration_token}", { params });
    await expect(call).rejects.toThrow("registration_token");
    expect(fetch).not.toHaveBeenCalled();
  });

  it("refuses a call of raw without any params", async () => {
    const { fleet, fetch } = recorder();
    const call = fleet.raw.GET("/auth/registration/{registration_token}", untyped({}));
    await expect(call).rejects.toThrow("path parameter registration_token");
    expect(fetch).not.toHaveBeenCalled();
  });

  it.each([
    "/reports/{id}",
    "/reports/{id}.csv",
    "/reports/{a},{b}",
    "/reports/{report-id}",
    "/reports/{id}:run",
  ] as const)(
    "refuses a call of raw.request without its parameters, also with a fetch of its own: %s",
    async (path) => {
      const { fleet, fetch } = recorder();
      for (const init of [undefined, {}, { params: {} }, { fetch }])
        await expect(fleet.raw.request("get", path, init)).rejects.toThrow("path parameter");
      expect(fetch).not.toHaveBeenCalled();
    },
  );

  it("takes a value in braces in raw.request", async () => {
    const { fleet, fetch } = recorder();
    await fleet.raw.request("get", "/reports/{id}", { params: { path: { id: "{x}" } } });
    expect(fetch).toHaveBeenCalledOnce();
  });
});

describe("query parameters", () => {
  const none: string[] = [];

  it("writes lists by the style of the contract", async () => {
    const { fleet, url } = recorder();
    await fleet.units.listing({
      query: { lifecycle_status: ["active", "suspended"], page: 2, client_id: 9007199254740991 },
    });
    expect(url()).toBe(`${baseUrl}/units/listing?lifecycle_status=active,suspended&page=2&client_id=9007199254740991`);
    expect(serializeQuery({ id: [1, 2] }, none)).toBe("id=1&id=2");
    expect(serializeQuery({ id: ["a,b", "c&d"] }, ["id"])).toBe("id=a%2Cb,c%26d");
  });

  it("writes them so in raw too", async () => {
    const { fleet, url } = recorder();
    await fleet.raw.GET("/units/listing", { params: { query: { lifecycle_status: ["active", "suspended"] } } });
    expect(url()).toBe(`${baseUrl}/units/listing?lifecycle_status=active,suspended`);
  });

  it("leaves out undefined and null, without a trace", async () => {
    const { fleet, url } = recorder();
    await fleet.units.listing({ query: { page: undefined, per_page: untyped(null), limit: 5 } });
    expect(url()).toBe(`${baseUrl}/units/listing?limit=5`);
  });

  it("refuses an empty list, which would ask for everything", async () => {
    const { fleet, fetch } = recorder();
    const result = await fleet.units.listing({ query: { lifecycle_status: [] } });
    expect(!result.ok && result.kind === "request" && result.error.message).toContain(
      "query parameter lifecycle_status must not be an empty list; leave it out",
    );
    expect(fetch).not.toHaveBeenCalled();
  });

  it("writes any list so that RFC 6570 reads it back, in both styles", () => {
    const text = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.constantFrom("", ",", "a,b", "%2C", "+", " ", "&", "=", "é"),
    );
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), (items) => {
        const commas = serializeQuery({ items }, ["items"]);
        expect(commas.replace("items=", "").split(",").map(decodeURIComponent)).toEqual(items);
        const repeated = serializeQuery({ items }, none);
        expect(repeated.split("&").map((pair) => decodeURIComponent(pair.replace("items=", "")))).toEqual(items);
      }),
    );
  });

  it("has no member by the prototype of the query, and writes own ones whatever their names are", () => {
    expect(serializeQuery({}, none)).toBe("");
    const query: Record<string, unknown> = JSON.parse('{ "__proto__": "a", "constructor": "b", "toString": "c" }');
    expect(serializeQuery(query, none)).toBe("__proto__=a&constructor=b&toString=c");
  });

  it("writes dates in ISO 8601, and numbers so that they read back the same", () => {
    expect(serializeQuery({ from: new Date(0) }, none)).toBe("from=1970-01-01T00%3A00%3A00.000Z");
    expect(serializeQuery({ big: 2n ** 63n, no: false }, none)).toBe("big=9223372036854775808&no=false");
    fc.assert(
      fc.property(
        fc.oneof(
          fc.maxSafeInteger(),
          fc.double({ noNaN: true, noDefaultInfinity: true, max: 2 ** 53 - 1, min: 1 - 2 ** 53 }),
        ),
        (n) => {
          expect(Number(new URLSearchParams(serializeQuery({ n }, none)).get("n"))).toBe(n === 0 ? 0 : n);
        },
      ),
    );
  });

  it("carries any text to the other side", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        expect(new URLSearchParams(serializeQuery({ text }, none)).get("text")).toBe(text);
      }),
    );
  });

  it.each([Number.NaN, Infinity, -Infinity, 2 ** 53, new Date(Number.NaN), { a: 1 }, [1, null], "\udc00"])(
    "refuses %j and sends nothing",
    async (value) => {
      const { fleet, fetch } = recorder();
      const result = await fleet.units.listing({ query: { per_page: untyped(value) } });
      expect(result).toMatchObject({ ok: false, kind: "request" });
      expect(!result.ok && result.kind === "request" && result.error.message).toContain("query parameter per_page");
      expect(fetch).not.toHaveBeenCalled();
    },
  );

  it("refuses a query that is no plain object", async () => {
    const { fleet } = recorder();
    const query = untyped(new URLSearchParams("page=2"));
    expect(await fleet.units.listing({ query })).toMatchObject({ ok: false, kind: "request" });
  });

  it.each([{ qurey: { page: 2 } }, { parmas: {} }, { cookie: { session: "s1" } }])(
    "refuses input with a misspelt member, which would be dropped in silence: %j",
    async (input) => {
      const { fleet, fetch } = recorder();
      await expect(fleet.units.listing(untyped(input)).orThrow()).rejects.toThrow(
        `input has no ${Object.keys(input).join()}`,
      );
      expect(fetch).not.toHaveBeenCalled();
    },
  );

  it("sends a query parameter that it does not know, for the service to judge", async () => {
    const { fleet, url } = recorder();
    await fleet.units.listing({ query: untyped({ "p&ge": 2 }) });
    expect(url()).toBe(`${baseUrl}/units/listing?p%26ge=2`);
  });

  it("refuses a body where HTTP has none", async () => {
    const { fleet, fetch } = recorder();
    expect(await fleet.units.listing(untyped({ body: {} }))).toMatchObject({ ok: false, kind: "request" });
    expect(fetch).not.toHaveBeenCalled();
  });

  it("has one style per name in the whole contract, which the table by name relies on", () => {
    const styles = new Map<string, Set<boolean>>();
    for (const { query } of Object.values<OperationRow>(operations)) {
      for (const { name, csv = false } of query) styles.set(name, (styles.get(name) ?? new Set()).add(csv));
    }
    expect([...styles].filter(([, each]) => each.size > 1)).toEqual([]);
  });
});

describe("a string with a lone surrogate", () => {
  const wrong = "must be well-formed Unicode: it has a lone surrogate at index";

  it.each(["\ud800", "\udc00", "ab\ud83dcd", "🚚\ud83d", "\ude9a\ud83d"])(
    "%j is refused by the name of its parameter",
    (text) => {
      const at = `${wrong} ${text.search(/(?<![\ud800-\udbff])[\udc00-\udfff]|[\ud800-\udbff](?![\udc00-\udfff])/)}`;
      expect(() => serializePath("/{unit_id}", { unit_id: text })).toThrow(`path parameter unit_id ${at}`);
      expect(() => serializeQuery({ q: text })).toThrow(`query parameter q ${at}`);
      expect(() => serializeQuery({ q: ["a", text] }, ["q"])).toThrow(`query parameter q ${at}`);
      expect(() => serializeHeader("x-note", text)).toThrow(`header x-note ${at}`);
      expect(() => serializeQuery({ [text]: 1 })).toThrow(`the name of a query parameter ${at}`);
    },
  );

  it.each(["fetch", "openapi-fetch"])("is not sent in path, query or body by %s", async (name) => {
    const fetch = vi.fn(async () => jsonResponse({}));
    const fleet = createFleetClient({ baseUrl, fetch, ...(name !== "fetch" && { transport: openapiFetchTransport }) });
    const results = [
      await fleet.auth.permission({ path: { resource: "a\ud800", action: "view" } }),
      await fleet.units.find({ query: { q: "a\ud800" } }),
      await fleet.auth.login({ body: { username: "a\ud800", password: "b" } }),
    ];
    expect(results.map((result) => [result.ok, Object(result).kind, Object(result).error.message])).toEqual([
      [false, "request", `authPermission: path parameter resource ${wrong} 1`],
      [false, "request", `unitsFind: query parameter q ${wrong} 1`],
      [false, "request", `authLogin: username in the body ${wrong} 1`],
    ]);
    expect(fetch).not.toHaveBeenCalled();
  });

  it("is refused by raw as well", async () => {
    const { fleet, fetch } = recorder();
    await expect(fleet.raw.GET("/units/find", { params: { query: { q: "\ud800" } } })).rejects.toThrow(
      `query parameter q ${wrong} 0`,
    );
    await expect(fleet.raw.POST("/auth/login", { body: { username: "\ud800", password: "b" } })).rejects.toThrow(
      `username in the body ${wrong} 0`,
    );
    expect(fetch).not.toHaveBeenCalled();
  });
});

describe("bodies", () => {
  it.each<[string, unknown]>([
    ["an integer that a number has rounded", { n: 2 ** 53 }],
    ["a bigint", { n: 1n }],
    ["FormData", new FormData()],
    ["a Blob", new Blob(["a"])],
    ["text", "{}"],
    ["a toJSON that fails", { toJSON: () => Object.keys(untyped(undefined)) }],
  ])("refuses %s and sends nothing", async (_name, body) => {
    const { fleet, fetch } = recorder();
    expect(await fleet.auth.login({ body: untyped(body) })).toMatchObject({ ok: false, kind: "request", status: null });
    expect(fetch).not.toHaveBeenCalled();
  });
});

/** What is written, or null where it is refused with a message that names the header. */
function written(value: unknown): string | null {
  try {
    return serializeHeader("X-Items", value) ?? "";
  } catch (error) {
    expect(error).toHaveProperty("message", expect.stringMatching(/^header X-Items must /));
    return null;
  }
}

/** Splits a list at its commas as RFC 9110 section 5.6.1 says, in another way than the service does. */
function itemsOf(field: string): string[] {
  const items = field.match(/(?:"(?:\\[^]|[^"\\])*"|[^",])+/g) ?? [];
  return items.map((each) => each.replace(/^[ \t]+|[ \t]+$/g, ""));
}

const piece = fc.constantFrom(...'ab,"\\ \t\u00a0é;=%', "€", "\u0001", "\n", '"x,y"');
const text = fc.oneof(
  fc.string(),
  fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join("")),
);

describe("serializeHeader", () => {
  it("writes a text so that it arrives as it is, or refuses it", () => {
    fc.assert(
      fc.property(text, (value) => {
        const field = written(value);
        expect(field === null ? value : new Headers({ "x-items": field }).get("x-items")).toBe(value);
      }),
      { numRuns: 1000 },
    );
  });

  it("writes a list so that its items arrive as they are, or refuses it", () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 4 }), (items) => {
        const field = written(items);
        const arrived = new Headers({ "x-items": field ?? "" }).get("x-items") ?? "";
        expect(field === null ? items : itemsOf(arrived)).toEqual(items);
      }),
      { numRuns: 2000 },
    );
  });

  it("writes commas between items", () => {
    expect(written(['"a,b"', 'W/"c"'])).toBe('"a,b",W/"c"');
    expect(written([1, 2n, true])).toBe("1,2,true");
    expect(written(["é\u00a0", "b c"])).toBe("é\u00a0,b c");
  });

  it.each([undefined, null])("leaves %s out", (value) => {
    expect(serializeHeader("X-Items", value)).toBeUndefined();
  });

  it.each<[unknown]>([
    [[]],
    [[""]],
    [["a", ""]],
    [["a,b"]],
    [['"a']],
    [["a", " b"]],
    [["\u0001"]],
    [["€"]],
    [[null]],
    [" a"],
    ["a\t"],
    ["a\n"],
    [{}],
  ])("refuses %j", (value) => {
    expect(written(value)).toBeNull();
  });
});
