import { AuthError } from "@fleet-api/auth";
import { FleetError, type Problem } from "@fleet-api/client";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { OpenApiDocument, Schema } from "../src/contract/document.ts";
import { exampleRequest } from "../src/samples/example-request.ts";
import { SANDBOX_RESET } from "../src/sandbox/protocol.ts";
import type { CallPlace } from "../src/try/explain.ts";
import { explain } from "../src/try/explain.ts";
import type { Field, Fields } from "../src/try/forms.ts";
import { fieldsOf } from "../src/try/forms.ts";
import type { Input } from "../src/try/inputs.ts";
import { allFields, EMPTY, inputsOf, readInputs, withoutSecrets } from "../src/try/inputs.ts";
import { readRealSite } from "./support/real-site.ts";

const { contract } = (await readRealSite()).tools;
const { document, operations } = contract;
const forms = operations.map((operation) => ({ operation, fields: fieldsOf(document, operation) }));

function fieldsFor(id: string): Fields {
  const form = forms.find(({ operation }) => operation.id === id);
  if (form === undefined) throw new Error(`no ${id}`);
  return form.fields;
}

/** The form of one body. */
function formOf(schema: Schema): Fields {
  const [operation] = operations;
  if (operation === undefined) throw new Error("The contract has operations.");
  const body = { mediaType: "application/json", schema, example: {}, required: true, description: "", maxBytes: null };
  return { ...fieldsOf({ ...document } satisfies OpenApiDocument, { ...operation, parameters: [], body }) };
}

const input = (text: string): Input => ({ ...EMPTY, text });
const named = (fields: Fields, id: string): Field => {
  const field = allFields(fields).find((one) => one.id === id);
  if (field === undefined) throw new Error(`no field ${id}`);
  return field;
};

describe("the form of an operation", () => {
  it.each(forms.map(({ operation, fields }) => [operation.id, operation, fields] as const))(
    "of %s makes the request of its samples from the inputs that it begins with",
    (_, operation, fields) => {
      const request = exampleRequest(operation, document);
      const read = readInputs(fields, inputsOf(fields, request));
      expect([...read.errors]).toEqual([]);
      expect(read.request).toEqual(request);
    },
  );

  it("has a field for every parameter and member, each with an id of its own", () => {
    for (const { operation, fields } of forms) {
      const all = allFields(fields);
      expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
      expect(fields.path.length + fields.query.length + fields.headers.length).toBe(operation.parameters.length);
    }
    expect(named(fieldsFor("clientsCreate"), "body.address.city").kind).toBe("text");
  });

  it("takes values as their schema says", () => {
    const units = fieldsFor("unitsListing");
    expect(named(units, "query.page")).toMatchObject({ kind: "number", numeric: true, required: false });
    expect(named(units, "query.lifecycle_status")).toMatchObject({ kind: "choices" });
    expect(named(units, "query.lifecycle_status").values).toContain("in_stock");
    expect(named(units, "query.include_deleted").kind).toBe("boolean");
    expect(named(fieldsFor("monitoringStream"), "query.channels")).toMatchObject({
      kind: "choices",
      values: ["telemetry", "units"],
    });
    expect(named(fieldsFor("unitsGet"), "path.unit_id")).toMatchObject({ kind: "number", required: true });
    expect(named(fieldsFor("authLogin"), "body.password")).toMatchObject({ kind: "text", secret: true });
    expect(named(fieldsFor("unitGroupsAddUnits"), "body.unit_ids")).toMatchObject({ kind: "lines", numeric: true });
    expect(named(fieldsFor("unitsCreate"), "body.attributes").kind).toBe("json");
    expect(named(fieldsFor("unitsUpdate"), "body.notes")).toMatchObject({ kind: "text", nullable: true });
  });

  it("has a choice for each value that the contract may add to", () => {
    const open = { "x-open-enum": true, anyOf: [{ type: "string", enum: ["a", "b"] }, { type: "string" }] };
    const schema = { type: "object", properties: { one: open, many: { type: "array", items: open } } };
    const fields = formOf(schema);
    for (const [id, kind] of [
      ["body.one", "choice"],
      ["body.many", "choices"],
    ] as const)
      expect(named(fields, id)).toMatchObject({ kind, values: ["a", "b"] });
  });

  it("says what is wrong with an input, and leaves it out of the request", () => {
    const fields = formOf({
      type: "object",
      required: ["name"],
      properties: {
        name: { type: "string" },
        count: { type: "integer" },
        any: {},
        ids: { type: "array", items: { type: "integer" } },
        size: { type: "object", required: ["width"], properties: { width: { type: "number" } } },
      },
    });
    const read = readInputs(
      fields,
      new Map([
        ["body.count", input("many")],
        ["body.any", input("{")],
        ["body.ids", input("1\n\nx")],
      ]),
    );
    expect(read.request.body).toEqual({});
    expect([...read.errors.keys()]).toEqual(["body.count", "body.any", "body.ids"]);
    expect(read.errors.get("body.count")).toBe('Enter a number; "many" is not one.');
    expect(readInputs(fields, new Map([["body.count", input("9007199254740993")]])).errors.get("body.count")).toContain(
      "cannot hold 9007199254740993",
    );
    expect(readInputs(fields, new Map([["body.size.width", input("2.5")]])).request.body).toEqual({
      size: { width: 2.5 },
    });
  });

  it("does not send a path without its values", () => {
    const { errors } = readInputs(fieldsFor("unitsGet"), new Map());
    expect([...errors]).toEqual([["path.unit_id", "A path needs this value."]]);
    expect(readInputs(fieldsFor("authRegistration"), new Map()).errors.size).toBe(1);
  });

  it("shows code without secrets", () => {
    const fields = fieldsFor("authLogin");
    const request = { path: {}, query: {}, headers: {}, body: { username: "a", password: "b" } };
    expect(withoutSecrets(fields, request).body).toEqual({ username: "a", password: "<PASSWORD>" });
    for (const { operation, fields: all } of forms) {
      const made = exampleRequest(operation, document);
      const shown = withoutSecrets(all, made);
      const hidden = allFields(all).filter(({ secret }) => secret);
      expect(Object.keys(Object(shown.body))).toEqual(Object.keys(Object(made.body)));
      if (hidden.length === 0) expect(shown).toEqual(made);
      else expect(JSON.stringify(shown)).toContain(`<${hidden[0]?.name.toUpperCase()}>`);
    }
  });

  it("sends null where that is chosen and allowed", () => {
    const fields = fieldsFor("unitsUpdate");
    const nothing = { ...EMPTY, isNull: true };
    const inputs = new Map([
      ["body.notes", nothing],
      ["body.name", { ...nothing, text: "A" }],
    ]);
    expect(readInputs(fields, inputs).request.body).toEqual({ notes: null, name: "A" });
  });

  it("keeps what is put in, whatever it is", () => {
    const anyInput = (field: Field): fc.Arbitrary<[string, Input]> =>
      fc
        .record({
          text: fc.oneof(fc.string(), fc.integer().map(String), fc.json(), fc.constantFrom("", "true", "false")),
          chosen: fc.uniqueArray(fc.constantFrom("x", ...field.values.map(String))),
          isNull: fc.boolean(),
        })
        .map((one) => [field.id, one]);
    fc.assert(
      fc.property(
        fc
          .constantFrom(...forms)
          .chain(({ fields }) => fc.tuple(fc.constant(fields), fc.tuple(...allFields(fields).map(anyInput)))),
        ([fields, entries]) => {
          const { request } = readInputs(fields, new Map(entries));
          // As it is sent: JSON has one zero.
          expect(JSON.stringify(readInputs(fields, inputsOf(fields, request)).request)).toBe(JSON.stringify(request));
        },
      ),
      { numRuns: 500 },
    );
  });
});

const here: CallPlace = {
  baseUrl: "http://127.0.0.1:4080/api/v1",
  origin: "http://127.0.0.1:4000",
  reachable: false,
  inPage: false,
};
const network = new TypeError("Failed to fetch");
const titleOf = (error: unknown, place: Partial<CallPlace> = {}): string => explain(error, { ...here, ...place }).title;

describe("the explanation of a failure", () => {
  it("tells a server that is not there from one that allows no other origin", () => {
    expect(titleOf(network)).toBe("No answer");
    expect(titleOf(network, { reachable: true })).toBe("The server does not allow calls from this page");
    expect(explain(network, { ...here, reachable: true }).text).toContain("add http://127.0.0.1:4000 to cors_origins");
  });

  it("knows what a page of https may not call", () => {
    const origin = "https://docs.example.com";
    expect(titleOf(network, { origin, baseUrl: "http://fleet.example.com/api/v1" })).toBe(
      "The browser blocks this address",
    );
    for (const baseUrl of ["http://127.0.0.1:4080/api/v1", "http://localhost/api/v1", "https://fleet.example.com/v1"])
      expect(titleOf(network, { origin, baseUrl })).toBe("No answer");
  });

  it("looks behind an error of the client, and behind a login that could not be processed", () => {
    const behind = (cause: unknown): Error => new Error("the call failed", { cause });
    expect(titleOf(behind(network))).toBe("No answer");
    expect(titleOf(behind(new AuthError("login_required", "no")))).toBe("Log in first");
    expect(titleOf(new AuthError("login_backoff", "later"))).toBe("No answer");
    expect(titleOf(new AuthError("login_backoff", "later", { status: 503 }))).toBe("The login has to wait");
    expect(titleOf(new AuthError("login_backoff", "later", { status: 404 }))).toBe("There is no login at this URL");
    expect(explain(new TypeError("The sandbox has ended: no memory"), { ...here, inPage: true })).toEqual({
      title: "The sandbox does not answer",
      text: "The sandbox has ended: no memory. Reset the sandbox to start it again.",
    });
    expect(titleOf(new TypeError(SANDBOX_RESET), { inPage: true })).toBe("The sandbox was reset");
    expect(titleOf(behind(new DOMException("stop", "AbortError")))).toBe("Stopped");
  });

  it("says something about every other failure", () => {
    expect(titleOf(new AuthError("disposed", "the session was used after it was disposed"))).toBe("Stopped");
    expect(explain(new AuthError("too_many_waiters", "too many calls wait"), here).text).toContain("too many calls");
    const problem: Problem = {
      type: "/problems/permission_denied",
      title: "Permission denied",
      status: 403,
      code: "permission_denied",
      detail: "This needs monitoring.view.",
    } as Problem;
    const refused = (status: number, of: Problem | null = null): FleetError =>
      new FleetError("no", { kind: "http", operationId: "monitoringFeed", status, problem: of });
    expect(explain(refused(403, problem), here)).toEqual({ title: problem.title, text: problem.detail });
    expect(explain(refused(401), here).text).toContain("Log in again");
    expect(explain(new Error("broken"), here)).toEqual({ title: "The call failed", text: "broken" });
    expect(explain("odd", here)).toEqual({ title: "The call failed", text: "odd" });
  });

  it("names the header that a server has to expose", () => {
    for (const code of ["token_not_exposed", "token_missing"] as const)
      expect(explain(new AuthError(code, "hidden"), here).text).toContain(
        "Access-Control-Expose-Headers: Authorization",
      );
  });
});
