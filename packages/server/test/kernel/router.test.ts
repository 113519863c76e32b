import type { OperationRow } from "@fleet-api/contract";
import { describe, expect, it } from "vitest";
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
