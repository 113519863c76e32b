/** Pitfalls that only untyped callers can meet: the types refuse them, but for what stands inside of a body. */
import { expect, it } from "vitest";
import { createFleetClient } from "../../src/index.ts";
import { baseUrl } from "../support/answers.ts";
import { both, ours, recorder, untyped } from "./support.ts";

it("P11 a call of raw without any params is refused", async () => {
  const { fetch, sent } = recorder();
  const { raw } = createFleetClient({ baseUrl, fetch });
  await raw.GET("/auth/registration/{registration_token}", untyped({})).catch(String);
  expect(sent).toEqual([]);
});

it("P12 a query that is no plain object is refused", async () => {
  const { fetch } = recorder();
  const query = untyped(new URLSearchParams("page=2"));
  expect(await ours({ fetch }, (fleet) => fleet.units.listing({ query }))).toMatchObject(both({ kind: "request" }));
});

it.each<[string, unknown]>([
  ["bytes", new Uint8Array(2)],
  ["a Map", new Map([["a", 1]])],
  ["an invalid Date", new Date(Number.NaN)],
])("P14 %s inside of a body is refused", async (_what, member) => {
  const { fetch } = recorder();
  const body = untyped({ username: "ada", member });
  expect(await ours({ fetch }, (fleet) => fleet.auth.login({ body }))).toMatchObject(both({ kind: "request" }));
});

it.each([null, undefined])("P16 a header that is %s is left out", async (value) => {
  const { fetch, sent } = recorder();
  const headers = untyped({ "x-a": value });
  await ours({ fetch }, (fleet) => fleet.tests.ping({}, { headers }));
  expect(sent.map((each) => each.headers.get("x-a"))).toEqual(both(null));
});
