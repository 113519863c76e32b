import type { ParameterValidator, Validate, ValidationError } from "@fleet-api/contract/validators";
import { validators } from "@fleet-api/contract/validators";
import { strictResponses } from "@fleet-api/contract/validators/strict";
import { describe, expect, it } from "vitest";
import { contractCheck, rawJson } from "../../src/kernel/index.ts";
import { fakeHandlers, fakeService, send } from "./support/fake-service.ts";

const schema = { type: "string", enum: ["car", "bus"] };

/** What codegen makes of an open enum in requests: the errors of a closed one. */
function errorsOf(value: unknown, instancePath = ""): ValidationError[] {
  const params = { allowedValues: schema.enum };
  const error = { keyword: "enum", instancePath, schemaPath: "#/enum", params, parentSchema: schema };
  return schema.enum.some((known) => known === value) ? [] : [error];
}

function validator(find: (value: unknown) => ValidationError[]): Validate {
  const validate: Validate = (value) => {
    validate.errors = find(value);
    return validate.errors.length === 0;
  };
  return validate;
}

const one: ParameterValidator = {
  required: false,
  type: "string",
  itemType: null,
  csv: false,
  sensitive: false,
  validate: validator((value) => errorsOf(value)),
};
const list: ParameterValidator = {
  ...one,
  type: "array",
  itemType: "string",
  csv: true,
  validate: validator((value) => [value].flat().flatMap((item, index) => errorsOf(item, `/${index}`))),
};

const { authPermission, authLogin } = validators;
const open = {
  ...validators,
  authPermission: {
    ...authPermission,
    parameters: { path: { resource: one, action: one }, query: { kinds: list }, header: { "X-Kind": one } },
  },
  authLogin: { ...authLogin, body: validator((body) => errorsOf(Object(body).kind, "/kind")) },
};

describe("a value that an open enum does not name", () => {
  it("is refused in path, query and headers, with the finding of a closed enum", async () => {
    const { kernel, calls } = fakeService({ validators: open });
    const headers = { authorization: "bearer good", "x-kind": "tram" };
    const answer = await send(kernel, "GET", "/auth/permission/ferry/action/bus?kinds=car,tram", { headers });
    expect(answer.status).toBe(422);
    const finding = { code: "enum", detail: "must be one of car, bus", allowed_values: ["car", "bus"] };
    expect(await answer.json()).toMatchObject({
      code: "validation_failed",
      errors: [
        { in: "path", name: "resource", ...finding },
        { in: "query", name: "kinds", ...finding, detail: "each item must be one of car, bus" },
        { in: "header", name: "X-Kind", ...finding },
      ],
    });
    expect(calls).toEqual([]);
  });

  it("is refused in a body, at its place", async () => {
    const { kernel } = fakeService({ validators: open });
    const init = { body: '{"kind":"tram"}', headers: { "content-type": "application/json" } };
    const answer = await send(kernel, "POST", "/auth/login", init);
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ errors: [{ in: "body", pointer: "/kind", code: "enum" }] });
  });

  it("is an answer like any other", async () => {
    const isText = validator((body) => (typeof Object(body).data.kind === "string" ? [] : errorsOf(null)));
    const { kernel } = fakeService({
      handlers: { ...fakeHandlers([]), testsPing: async () => ({ json: rawJson('{"kind":"tram"}') }) },
      checkResponse: contractCheck({ ...strictResponses, testsPing: { 200: isText } }),
    });
    const answer = await send(kernel, "GET", "/tests/ping");
    expect(await answer.json()).toEqual({ data: { kind: "tram" } });
  });
});
