import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { CONVENTIONAL_METHODS, conventionalAction, conventionalName } from "../src/document/conventional-methods.mjs";
import { camelCase } from "../src/document/names.mjs";
import { referencedName, schemaName } from "../src/document/schema-name.mjs";
import { exceptionTest, nameTest } from "../src/options.mjs";
import { isPlaceholder, looksLikeSecret } from "../src/secrets/looks-like-secret.mjs";

test("an exception is for one place, or for a property of any schema", () => {
  const isExcepted = exceptionTest({ "Problem.timestamp": "a reason", "*.notices": "a reason" });
  expect(["Problem.timestamp", "UnitPage.notices", "query.notices"].map(isExcepted)).toEqual([true, true, true]);
  expect(["Pong.timestamp", "timestamp", "UnitPage.notice"].map(isExcepted)).toEqual([false, false, false]);
});

test.each(["", "  "])("an exception with the reason %j is refused", (reason) => {
  expect(() => exceptionTest({ "Problem.timestamp": reason })).toThrow(
    "The exception `Problem.timestamp` has no reason: write it as its value.",
  );
});

test("a star stands for anything, and nothing else has a meaning", () => {
  const matches = nameTest(["*_count", "a.c"]);
  expect(["axle_count", "_count", "a.c"].map(matches)).toEqual([true, true, true]);
  expect(["count", "axle_counts", "abc"].map(matches)).toEqual([false, false, false]);
  expect(nameTest([])("")).toBe(false);
});

test.each([
  ["unit_groups", "unitGroups"],
  ["vehicle-groups", "vehicleGroups"],
  ["safe__zones", "safeZones"],
  ["a_-b_1c", "aB1c"],
  ["a_B", "aB"],
  ["units_", "units_"],
])("%s is %s in camelCase", (name, expected) => {
  expect(camelCase(name)).toBe(expected);
});

describe("conventional operations", () => {
  test.each(CONVENTIONAL_METHODS)(
    "$name has its name, its action and a place in the README",
    ({ method, shape, name, action }) => {
      const segments = shape === "" ? [] : shape.replace("{}", "{unit_id}").split("/");
      expect(conventionalName(method, segments)).toBe(name);
      expect(conventionalAction(method, name)).toBe(action);
      const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
      const told = [/^.*`x-permission` \|.*$/m, /^- \*\*What\.\*\* The id is the resource group.*$/m];
      for (const line of told) expect(line.exec(readme)?.[0]).toContain(`\`${name}\``);
    },
  );

  test.each([
    ["get", ["listing", "sub_client", "{id}"], "ListingBySubClient", "view"],
    ["get", ["listing", "{by}", "{id}"], undefined, undefined],
    ["get", ["listing", "client"], undefined, undefined],
    ["get", ["listing", "client", "{id}", "more"], undefined, undefined],
    ["post", ["listing", "client", "{id}"], undefined, undefined],
    ["post", ["{id}", "unlock"], undefined, undefined],
  ])("%s of %j is %s", (method, segments, name, action) => {
    expect(conventionalName(method, segments)).toBe(name);
    expect(conventionalAction(method, name)).toBe(action);
  });
});

describe("schemaName", () => {
  const at = (pointer: string) => ({ pointer, source: { absoluteRef: "/spec/resources/units/unit.yaml", body: "" } });

  test.each([
    ["#/Unit", "Unit"],
    ["#/components/schemas/Unit", "Unit"],
    ["#/", "unit"],
    ["#/Unit/properties/id", undefined],
    ["#/components/schemas/Unit/properties/id", undefined],
    ["#/components/parameters/Page/schema", undefined],
    ["#/listing/get/responses/200/content/application~1json/schema", undefined],
  ])("%s is %s", (pointer, name) => {
    expect(schemaName(at(pointer))).toBe(name);
  });
});

describe("referencedName", () => {
  test.each([
    [{ $ref: "#/Notices" }, "Notices"],
    [{ $ref: "../../shared/envelope.yaml#/Notices" }, "Notices"],
    [{ $ref: "#/components/schemas/Notices" }, "Notices"],
    [{ $ref: "schemas/Notices.yaml" }, "Notices"],
    [{ type: "array" }, undefined],
    [undefined, undefined],
  ])("%j is %s", (value, name) => {
    expect(referencedName(value)).toBe(name);
  });
});

describe("looksLikeSecret", () => {
  test.each([
    ["a JSON Web Token", "eyJhbGciOiJub25lIn0.eyJzdWIiOiJkZW1vIn0."],
    ["a bearer token", "bearer f1.7.demonstrationonly"],
    ["basic credentials in a sentence", "Send `Basic ZGVtbzpkZW1vZGVtbw==` first."],
    ["a private key", "-----BEGIN PRIVATE KEY-----"],
    ["hexadecimal digits", "00112233445566778899aabbccddeeff"],
    ["a long mixed run", "DemoDemo1DemoDemo1DemoDe"],
    ["base64 with slashes", "Demo/Demo1/Demo/Demo1/Demo/Demo1/Demo/Demo1=="],
  ])("sees %s", (_, value) => {
    expect(looksLikeSecret(value)).toBe(true);
  });

  test.each([
    ["a placeholder with its scheme", "bearer <ACCESS_TOKEN>"],
    ["a UUID", "8c7e6f1e-4d1b-4b5e-9a3e-2f6d7c8b9a10"],
    ["a request id", "01JD3K8Z5Y7Q2M4N6P8R0T1V3X"],
    ["a SIM card number", "8999900000000000014"],
    ["an instant", "2026-01-15T08:30:00.000Z"],
    ["a path", "/api/v1/auth/permission/units/action/view"],
    ["a sentence", "The bearer of this token may read all of it."],
  ])("passes %s", (_, value) => {
    expect(looksLikeSecret(value)).toBe(false);
  });
});

describe("isPlaceholder", () => {
  test.each(["", "<API_KEY>", "<PIN>", "bearer <ACCESS_TOKEN>", "Bearer <TOKEN_2>"])("takes %j", (value) => {
    expect(isPlaceholder(value)).toBe(true);
  });

  test.each(["<api_key>", "<API__KEY>", "API_KEY", "basic <API_KEY>", "<API_KEY> ", "<1>", 1, true, undefined])(
    "refuses %j",
    (value) => {
      expect(isPlaceholder(value)).toBe(false);
    },
  );
});
