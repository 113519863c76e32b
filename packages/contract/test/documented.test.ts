import { describe, expectTypeOf, test } from "vitest";
import type { operations as Documented } from "@fleet-api/contract/documented";
import type { operations as Full } from "../src/built/openapi.ts";

type SharedId = keyof Documented & keyof Full;

/** The success responses of an operation, by status: headers and body. */
type Successes<Operation> = Operation extends { responses: infer Responses }
  ? { [Status in keyof Responses & (200 | 201 | 202 | 204)]: Responses[Status] }
  : never;

/** The ids of the operations whose successes are not what the documented contract promises. */
type Broken<FullOperations, DocumentedOperations> = {
  [Id in keyof DocumentedOperations & keyof FullOperations]: Successes<FullOperations[Id]> extends Successes<
    DocumentedOperations[Id]
  >
    ? never
    : Id;
}[keyof DocumentedOperations & keyof FullOperations];

type Body<Operations, Id extends keyof Operations> =
  Successes<Operations[Id]> extends { 200: { content: { "application/json": infer Data } } } ? Data : never;

/** The contract with another answer to one operation. */
type With<Id extends SharedId, Data> = Omit<Full, Id> & {
  [Key in Id]: {
    responses: { 200: { headers: Full[Id]["responses"][200]["headers"]; content: { "application/json": Data } } };
  };
};

describe("the documented contract", () => {
  test("has the operations of the full one", () => {
    expectTypeOf<keyof Documented>().toExtend<keyof Full>();
    expectTypeOf<SharedId>().not.toBeNever();
  });

  test("promises nothing that a success of the full contract does not keep", () => {
    expectTypeOf<Broken<Full, Documented>>().toBeNever();
  });

  test("shows every success, with a body", () => {
    type Bodies = { [Id in SharedId]: Body<Documented, Id> };
    type Without = { [Id in SharedId]: [Bodies[Id]] extends [never] ? Id : never }[SharedId];
    expectTypeOf<Without>().toBeNever();
    expectTypeOf<Body<Documented, "authLogout">["data"]>().not.toBeAny();
  });

  test("names the operation that breaks its promise", () => {
    expectTypeOf<Broken<With<"authToken", { data: { token: string } }>, Documented>>().toBeNever();
    expectTypeOf<Broken<With<"authToken", { data: { token: number } }>, Documented>>().toEqualTypeOf<"authToken">();
    expectTypeOf<Broken<With<"authLogout", { data: string }>, Documented>>().toEqualTypeOf<"authLogout">();
    expectTypeOf<Broken<With<"testsPing", { notices: [] }>, Documented>>().toEqualTypeOf<"testsPing">();
    expectTypeOf<Broken<With<"unitsListing", { data: [] }>, Documented>>().toEqualTypeOf<"unitsListing">();
  });
});
