import createClient from "openapi-fetch";
import { describe, expect, expectTypeOf, it } from "vitest";
import type { FailureResult, Ok, Problem, ProblemResult } from "@fleet-api/contract";
import { createFleetClient } from "../../src/index.ts";
import { exactInt64 } from "../../src/json/index.ts";
import { baseUrl, jsonResponse, problem } from "../support/answers.ts";
import { recorder, theirs } from "./support.ts";

const fetch = async (): Promise<Response> => jsonResponse(problem(401, "token_expired"), { status: 401 });
const plain = theirs({ fetch });
const fleet = createFleetClient({ baseUrl, retry: false, fetch });

/* Lines in arrow functions only have to compile, or not to. They are never run: theirs would send at once. */

describe("types", () => {
  it("P18 a misspelt member of the input compiles with them; an error of ours", () => {
    expect([
      () => plain.GET("/units/listing", { parmas: { query: { page: 1 } } }),
      // @ts-expect-error no such member
      () => fleet.units.listing({ qurey: { page: 1 } }),
      () => fleet.units.listing({ query: { page: 1 } }),
    ]).toHaveLength(3);
  });

  it("P18 a body member that does not exist compiles with them; an error of ours", () => {
    expect([
      () => plain.POST("/auth/login", { body: { username: "a", password: "b", pasword: "c" } }),
      // @ts-expect-error no such member
      () => fleet.auth.login({ body: { username: "a", password: "b", pasword: "c" } }),
      // @ts-expect-error a member is missing
      () => fleet.auth.login({ body: { username: "a" } }),
      () => fleet.auth.login({ body: { username: "a", password: "b" } }),
    ]).toHaveLength(4);
  });

  it("P18 a wrong query key beside a right one compiles with them; an error of ours, alone and beside", () => {
    expect([
      () => plain.GET("/units/listing", { params: { query: { page: 1, pge: 2 } } }),
      // @ts-expect-error no such key, beside one that exists
      () => fleet.units.listing({ query: { page: 1, pge: 2 } }),
      // @ts-expect-error no such key, alone
      () => fleet.units.listing({ query: { pge: 2 } }),
      // @ts-expect-error the type of a known key
      () => fleet.units.listing({ query: { page: "1" } }),
      () => fleet.units.listing({ query: { page: 1, per_page: 2 } }),
    ]).toHaveLength(5);
  });

  it("P18 a wrong path is about a missing argument with them; a wrong operation is about its name with ours", () => {
    expect([
      // @ts-expect-error no such path: "Expected 2 arguments, but got 1"
      () => plain.GET("/units/lsting"),
      // @ts-expect-error no such method: "Property 'lsting' does not exist"
      () => fleet.units.lsting(),
      // @ts-expect-error no such operation
      () => fleet.op("unitsLsting"),
    ]).toHaveLength(3);
    expectTypeOf(fleet.units).not.toHaveProperty("lsting");
  });

  it("P18 the status tells theirs nothing of the error; it narrows the codes of ours", async () => {
    const { error, response } = await plain.GET("/units/listing");
    if (response.status === 401) expectTypeOf(error).toEqualTypeOf<Problem | undefined>();
    expect(error?.code).toBe("token_expired");

    const result = await fleet.units.listing();
    expect(result).toMatchObject({ ok: false, kind: "http", status: 401 });
    if (result.ok || result.kind !== "http" || result.status !== 401) return;
    expectTypeOf(result.error.code).toEqualTypeOf<"unauthenticated" | "token_expired" | "token_revoked">();
    // @ts-expect-error a code of another status
    expect(result.error.code === "permission_denied").toBe(false);
  });

  it("P18 headers have no names with them; those of the contract with ours, by status", async () => {
    const { response } = await plain.GET("/units/listing");
    expectTypeOf(response.headers.get).parameter(0).toEqualTypeOf<string>();
    const result = await fleet.units.listing();
    if (!result.ok && result.kind === "http") {
      type Name = Parameters<typeof result.headers.get>[0];
      expectTypeOf<Name>().not.toEqualTypeOf<string>();
      if (result.status === 401)
        expectTypeOf<"www-authenticate">().toExtend<Parameters<typeof result.headers.get>[0]>();
    }
    expect(result.headers?.get("www-authenticate")).toBeNull();
  });

  it("P18 an int64 is a number with them; with ours an exact one, or by exactInt64 a bigint too", () => {
    const exact = createFleetClient({ baseUrl, int64: exactInt64 });
    type Theirs = NonNullable<Awaited<ReturnType<typeof listed>>["data"]>["data"][number]["id"];
    const listed = () => plain.GET("/units/listing");
    expectTypeOf<Theirs>().toEqualTypeOf<number>();
    expectTypeOf(fleet.units.listing().toArray).returns.resolves.items.toHaveProperty("id").toEqualTypeOf<number>();
    expectTypeOf(exact.units.listing().toArray)
      .returns.resolves.items.toHaveProperty("id")
      .toEqualTypeOf<number | bigint>();
    expect([
      listed,
      () => exact.units.listing({ query: { client_id: 9007199254740993n } }),
      // @ts-expect-error theirs cannot send one
      () => plain.GET("/units/listing", { params: { query: { client_id: 9007199254740993n } } }),
      // @ts-expect-error without exactInt64 neither can ours
      () => fleet.units.listing({ query: { client_id: 9007199254740993n } }),
    ]).toHaveLength(4);
  });

  it("P6 where 204 is the only success, `data !== undefined` leaves nothing of theirs; ok tells ours", async () => {
    interface Removing {
      "/unit": {
        delete: { responses: { 204: { content?: never }; 500: { content: { "application/json": Problem } } } };
      };
    }
    const { fetch: empty } = recorder();
    const removed = await createClient<Removing>({ baseUrl, fetch: empty }).DELETE("/unit");
    if (removed.data !== undefined) expectTypeOf(removed.data).toBeNever();
    expect(removed.response.status).toBe(200);
    type Removed = Ok<204, undefined> | ProblemResult<500, "internal_error"> | FailureResult;
    expectTypeOf<Extract<Removed, { ok: true }>>().toHaveProperty("data").toEqualTypeOf<undefined>();
  });
});
