/** What a request writes comes back: instants to the millisecond, numbers as short as JavaScript writes them. */
import type { Unit } from "@fleet-api/contract/types/units";
import { validators } from "@fleet-api/contract/validators";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { instantOf } from "../../src/records/projection.ts";
import { instants } from "../support/values-of-schema.ts";
import { contractOperations } from "../support/contract-operations.ts";
import { canHave, createRecord } from "../support/create-record.ts";
import { runs } from "../support/db.ts";
import { collectionsOf } from "../support/example-variants.ts";
import { useService } from "../support/service.ts";

const service = useService();
let token = "";
beforeAll(async () => {
  token = await service.login();
});

const { updated_after } = validators.unitsListing.parameters.query;
const accepts = (text: string): boolean => updated_after?.validate(text) === true;

/** At the ends of the accepted years, and anything that has the form of an instant. */
const borders = fc
  .tuple(
    fc.constantFrom("0001-01-01", "0001-01-02", "9999-12-30", "9999-12-31", "2016-12-31", "2024-02-29", "2025-02-29"),
    fc.constantFrom("00:00:00", "00:00:59.999", "15:59:59", "23:58:00", "23:59:59.999999", "23:59:60", "23:60:00"),
    fc.constantFrom("Z", "+00:01", "-00:01", "+15:59", "-15:59", "+23:59", "-23:59", "-00:00", "+24:00"),
  )
  .map(([day, time, offset]) => `${day}T${time}${offset}`);
const texts = fc.oneof(instants, borders);
const accepted = texts.filter(accepts);

/** The instant in milliseconds, computed without `Date.parse`. */
function meaningOf(text: string): number {
  const [, year = "", month, day, hour, minute, second, digits = "", offset = ""] =
    /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d+))?(.+)$/i.exec(text) ?? [];
  const [, sign = "+", hours = "0", minutes = "0"] = /^([+-])(\d\d):(\d\d)$/.exec(offset) ?? [];
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  const seconds = Number(hour) * 3600 + Number(minute) * 60 + Number(second);
  const offsetSeconds = (Number(hours) * 3600 + Number(minutes) * 60) * (sign === "-" ? -1 : 1);
  return date.getTime() + (seconds - offsetSeconds) * 1000 + Number(digits.padEnd(3, "0").slice(0, 3));
}

describe("an instant", () => {
  it("that the contract accepts is stored, compared and returned as the same millisecond", async () => {
    await fc.assert(
      fc.asyncProperty(accepted, async (text) => {
        const expected = new Date(meaningOf(text)).toISOString();
        const changed = await service.call<Unit>("PATCH", "/units/1", { token, body: { installed_at: text } });
        expect([changed.status, changed.body.data.installed_at]).toEqual([200, expected]);
        const query = new URLSearchParams({ updated_after: text, per_page: "1" });
        const { status } = await service.call("GET", `/units/listing?${query}`, { token });
        expect(status).toBe(200);
      }),
      { numRuns: runs(600) },
    );
  });

  it("means to the database what it means to the service", async () => {
    // PostgreSQL itself refuses offsets from 16 hours on and parts of a leap second, and rounds to microseconds.
    const readable = accepted.filter((text) => !/:60\.|\.\d{7}|[+-](1[6-9]|2\d):\d\d$/.test(text));
    await fc.assert(
      fc.asyncProperty(readable, async (text) => {
        const [row] = await service.server.db.query(
          "select date_trunc('milliseconds', $1::text::timestamptz) as at, $2::timestamptz as sent",
          [text, instantOf(text)],
        );
        expect(row).toEqual({ at: instantOf(text).toISOString(), sent: instantOf(text).toISOString() });
      }),
      { numRuns: runs(900) },
    );
  });

  it("that is none is refused with 422, however often, and the service goes on", async () => {
    const refused = texts.filter((text) => !accepts(text));
    await fc.assert(
      fc.asyncProperty(refused, async (text) => {
        const query = new URLSearchParams({ updated_after: text });
        const answers = await Promise.all([
          service.call("GET", `/units/listing?${query}`, { token }),
          service.call("PATCH", "/units/1", { token, body: { installed_at: text } }),
        ]);
        expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
          [422, "validation_failed"],
          [422, "validation_failed"],
        ]);
      }),
      { numRuns: runs(200), examples: [["1985-04-12T23:60:00+00:01"], ["0000-01-01T00:00:00Z"]] },
    );
    expect((await service.call("GET", "/units/1", { token })).status).toBe(200);
  });
});

describe("a number of the caller", () => {
  const special = [5e-324, -5e-324, 1e-308, 1e-7, 0.1 + 0.2, -0, 9007199254740991, -9007199254740991, 4.9e15 + 0.5];
  const number = fc.oneof(
    fc.constantFrom(...special),
    fc.double({ min: -9007199254740991, max: 9007199254740991, noNaN: true }),
  );

  it("comes back as the shortest text that means it", async () => {
    const collections = collectionsOf(contractOperations).filter((collection) => canHave(collection, "attributes"));
    const records: string[] = [];
    for (const collection of collections)
      records.push(`${collection}/${await createRecord(service, collection, { token })}`);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...records),
        fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), number, { minKeys: 1, maxKeys: 8 }),
        async (record, attributes) => {
          const { baseUrl } = service.server;
          const headers = { authorization: token, "content-type": "application/json" };
          const body = JSON.stringify({ attributes });
          const response = await fetch(`${baseUrl}/${record}`, { method: "PATCH", headers, body });
          const text = await response.text();
          expect(response.status).toBe(200);
          expect(text).toContain(`"attributes":${JSON.stringify(attributes)}`);
          const read = await fetch(`${baseUrl}/${record}`, { headers });
          expect(await read.text()).toContain(`"attributes":${JSON.stringify(attributes)}`);
        },
      ),
      { numRuns: runs(150) },
    );
  });
});
