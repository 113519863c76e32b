import type { components } from "@fleet-api/contract";
import { validators } from "@fleet-api/contract/validators";
import { body as loginBody } from "@fleet-api/contract/validators/request/authLogin";
import { responses as listing } from "@fleet-api/contract/validators/response/unitsListing";
import { describe, expect, expectTypeOf, it } from "vitest";
import { requestSchema, responseSchema, type StandardSchema, standardSchema } from "../../src/validate/index.ts";
import { example } from "./support.ts";

type Schemas = components["schemas"];

/** The interface of standardschema.dev, version 1, as the libraries that take it have it. */
interface StandardSchemaV1<Input = unknown, Output = Input> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (
      value: unknown,
    ) =>
      | { readonly value: Output; readonly issues?: undefined }
      | { readonly issues: readonly { readonly message: string; readonly path?: readonly PropertyKey[] }[] }
      | Promise<never>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

describe("responseSchema", () => {
  it("gives the value itself when it fits", () => {
    const page = example("/units/listing", "get", 200);
    const schema = responseSchema("unitsListing", 200);
    expect(schema["~standard"]).toMatchObject({ version: 1, vendor: "fleet-api" });
    const result = schema["~standard"].validate(page);
    expect(result).toEqual({ value: page });
    expect(!result.issues && result.value).toBe(page);
  });

  it("says where and what, with names and indexes", () => {
    const page = example("/units/listing", "get", 200) as { data: object[] };
    Object.assign(page.data[0]!, { id: "hunter22", lifecycle_status: "hibernating" });
    const { issues } = responseSchema("unitsListing", 200)["~standard"].validate(page);
    expect(issues).toEqual([
      { message: "must be integer", path: ["data", 0, "id"] },
      { message: "must be equal to one of the allowed values", path: ["data", 0, "lifecycle_status"] },
    ]);
  });

  it("checks problems", () => {
    const schema = responseSchema("testsPing", 503);
    expect(schema["~standard"].validate(example("/tests/ping", "get", 503)).issues).toBeUndefined();
    expect(schema["~standard"].validate({}).issues).not.toHaveLength(0);
  });

  it("is there for every body of the contract", () => {
    const bodies = Object.entries(validators).flatMap(([id, { responses }]) =>
      Object.entries(responses).flatMap(([status, check]) => (check ? [[id, Number(status)] as const] : [])),
    );
    const made = bodies.map(([id, status]) => responseSchema(id as "testsPing", status as 200)["~standard"].version);
    expect(made).toEqual(bodies.map(() => 1));
  });

  it("refuses what the contract does not have", () => {
    // @ts-expect-error there is no such status
    expect(() => responseSchema("testsPing", 418)).toThrow(TypeError);
    // @ts-expect-error there is no such operation
    expect(() => responseSchema("testsPong", 200)).toThrow(TypeError);
  });
});

describe("requestSchema", () => {
  it("says what a form misses, at its field", () => {
    const { issues } = requestSchema("authLogin")["~standard"].validate({ username: "ada" });
    expect(issues).toEqual([{ message: "must have required property 'password'", path: ["password"] }]);
  });

  it("refuses operations that take no body", () => {
    // @ts-expect-error it is a GET
    expect(() => requestSchema("testsPing")).toThrow(TypeError);
  });
});

describe("standardSchema", () => {
  it("takes the validators of one operation", () => {
    const login = standardSchema(loginBody);
    expect(login["~standard"].validate({ username: "ada" }).issues).toMatchObject([{ path: ["password"] }]);
    const page = example("/units/listing", "get", 200);
    expect(standardSchema(listing[200])["~standard"].validate(page)).toEqual({ value: page });
  });
});

describe("types", () => {
  it("are those of the contract", () => {
    expectTypeOf(standardSchema(loginBody)).toEqualTypeOf<StandardSchema<Schemas["LoginRequest"]>>();
    expectTypeOf(standardSchema(listing[200])).toEqualTypeOf<StandardSchema<Schemas["UnitPage"]>>();
    expectTypeOf(responseSchema("unitsListing", 200)).toEqualTypeOf<StandardSchema<Schemas["UnitPage"]>>();
    expectTypeOf(responseSchema("testsPing", 503)).toEqualTypeOf<StandardSchema<Schemas["Problem"]>>();
    expectTypeOf(requestSchema("authLogin")).toEqualTypeOf<StandardSchema<Schemas["LoginRequest"]>>();
  });

  it("fit what takes standard schemas", () => {
    const parse = <Output>(schema: StandardSchemaV1<unknown, Output>, value: unknown): Output => {
      const result = schema["~standard"].validate(value);
      if (result instanceof Promise || result.issues) throw new Error("no");
      return result.value;
    };
    const login = requestSchema("authLogin") satisfies StandardSchemaV1<Schemas["LoginRequest"]>;
    type Given = NonNullable<(typeof login)["~standard"]["types"]>;
    expectTypeOf<Given["input"]>().toEqualTypeOf<Schemas["LoginRequest"]>();
    const body = { username: "ada", password: "x" };
    expect(parse(Object(login), body)).toBe(body);
  });
});
