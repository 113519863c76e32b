import type { OperationRow } from "@fleet-api/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nearest } from "../../src/kernel/nearest.ts";
import { decodePercent, safePath } from "../../src/kernel/percent.ts";
import { createRouter, pathValues, shownPath } from "../../src/kernel/router.ts";

function row(verb: OperationRow["verb"], path: string): OperationRow {
  const rest = { method: "", pathParams: [], query: [], body: false, success: [200], paged: false, problems: {} };
  return { id: `${verb} ${path}`, group: "units", verb, path, ...rest, auth: "none", permission: null };
}

const match = createRouter(
  [
    row("GET", "/units/{unit_id}"),
    row("PATCH", "/units/{unit_id}"),
    row("GET", "/units/listing"),
    row("GET", "/{group}/all/positions"),
    row("GET", "/units/{unit_id}/positions"),
    row("POST", "/units"),
  ],
  "/api/v1",
);

describe("createRouter", () => {
  it("prefers a fixed path to a template", () => {
    expect(match("/api/v1/units/listing")?.entry.operations.get("GET")?.id).toBe("GET /units/listing");
    expect(match("/api/v1/units/7")?.entry.operations.get("GET")?.id).toBe("GET /units/{unit_id}");
  });

  it("prefers the template whose first parameter comes later", () => {
    expect(match("/api/v1/units/all/positions")?.entry.operations.get("GET")?.id).toBe(
      "GET /units/{unit_id}/positions",
    );
    expect(match("/api/v1/drivers/all/positions")?.entry.operations.get("GET")?.id).toBe("GET /{group}/all/positions");
  });

  it.each([
    "/api/v1/units/",
    "/api/v1/units/7/",
    "/api/v1//units",
    "/api/v1",
    "/api/v1/",
    "/units",
    "/api/v2/units",
    "/api/v1/Units",
    "/api/v1x/units",
    "",
  ])("knows no path %j", (path) => {
    expect(match(path)).toBeNull();
  });

  const templates = [
    row("POST", "/vehicles"),
    row("GET", "/vehicles/{vehicle_id}"),
    row("POST", "/vehicles/{vehicle_id}/documents"),
    row("GET", "/vehicles/documents/listing"),
    row("PATCH", "/vehicles/documents/{document_id}"),
    row("DELETE", "/vehicles/documents/{document_id}"),
    row("GET", "/vehicles/{vehicle_id}/{part}"),
    row("GET", "/{group}/documents/{document_id}"),
  ];

  it.each([
    ["/vehicles/7", "/vehicles/{vehicle_id}", "GET, HEAD, OPTIONS"],
    ["/vehicles/documents", "/vehicles/{vehicle_id}", "GET, HEAD, OPTIONS"],
    ["/vehicles/7/documents", "/vehicles/{vehicle_id}/documents", "POST, OPTIONS"],
    ["/vehicles/documents/7", "/vehicles/documents/{document_id}", "PATCH, DELETE, OPTIONS"],
    ["/vehicles/documents/listing", "/vehicles/documents/listing", "GET, HEAD, OPTIONS"],
    ["/vehicles/documents/documents", "/vehicles/documents/{document_id}", "PATCH, DELETE, OPTIONS"],
    ["/vehicles/7/readings", "/vehicles/{vehicle_id}/{part}", "GET, HEAD, OPTIONS"],
    ["/drivers/documents/7", "/{group}/documents/{document_id}", "GET, HEAD, OPTIONS"],
  ])("routes %s to %s in whichever order the contract has its paths", (path, template, allow) => {
    fc.assert(
      fc.property(fc.shuffledSubarray(templates, { minLength: templates.length }), (shuffled) => {
        const found = createRouter(shuffled, "/api/v1")(`/api/v1${path}`);
        expect(`/${found?.entry.segments.join("/")}`).toBe(template);
        expect(found?.entry.allow.split(", ").toSorted()).toEqual(allow.split(", ").toSorted());
      }),
    );
  });

  it("lists the methods of a path, HEAD with GET", () => {
    expect(match("/api/v1/units/7")?.entry.allow).toBe("GET, PATCH, HEAD, OPTIONS");
    expect(match("/api/v1/units")?.entry.allow).toBe("POST, OPTIONS");
  });
});

describe("path values", () => {
  const found = match("/api/v1/units/a%2Fb%20c");

  it("are decoded after the path was split", () => {
    expect(found && pathValues(found).get("unit_id")).toEqual(["a/b c"]);
  });

  it("are left out of the shown path when they are sensitive", () => {
    expect(found && shownPath(found, "/api/v1", () => true)).toBe("/api/v1/units/:unit_id");
    expect(found && shownPath(found, "/api/v1", () => false)).toBe("/api/v1/units/a%2Fb%20c");
  });
});

const known = ["page", "per_page", "limit", "client_id"];

describe("nearest", () => {
  it.each([
    ["perpage", "per_page"],
    ["perPage", "per_page"],
    ["per-page", "per_page"],
    ["pge", "page"],
    ["clientid", "client_id"],
    ["lmit", "limit"],
  ])("takes %s for %s", (name, wanted) => {
    expect(nearest(name, known)).toBe(wanted);
  });

  it.each(["colour", "x", "", "partner", "p".repeat(10_000)])("finds nothing near %s", (name) => {
    expect(nearest(name, known)).toBeNull();
  });

  it("finds nothing among nothing", () => {
    expect(nearest("page", [])).toBeNull();
  });
});

describe("decodePercent", () => {
  it("undoes encodeURIComponent", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        fc.pre(!text.includes("\0"));
        expect(decodePercent(encodeURIComponent(text), "query")).toBe(text);
      }),
    );
  });

  it.each([
    ["%", "has a broken percent-encoding"],
    ["a%2", "has a broken percent-encoding"],
    ["%zz", "has a broken percent-encoding"],
    ["%ff", "is not UTF-8 after percent-decoding"],
    ["%ed%a0%80", "is not UTF-8 after percent-decoding"],
    ["a%00b", "has a NUL character"],
    ["ž", "must be percent-encoded as UTF-8"],
  ])("refuses %j", (text, reason) => {
    expect(() => decodePercent(text, "query")).toThrow(reason);
  });
});

describe("safePath", () => {
  it("leaves a valid path alone", () => {
    expect(safePath("/a/b-c_d~e.f/:g@h%20%C5%BE!$&'()*+,;=")).toBe("/a/b-c_d~e.f/:g@h%20%C5%BE!$&'()*+,;=");
  });

  it("never names another host", () => {
    expect(safePath("//evil.example/x")).toBe("/%2Fevil.example/x");
    expect(safePath("///x")).toBe("/%2F/x");
  });

  it("makes a valid path of any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const path = safePath(text);
        expect(path).toMatch(/^(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/]|%[0-9A-Fa-f]{2})*$/);
        expect(safePath(path)).toBe(path);
      }),
    );
  });
});
