/** `identifier`, `imei`, `iccid` and `serial_number` of the listing of units. */
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { createRecord } from "../support/create-record.ts";
import { runs } from "../support/db.ts";
import { compact } from "../support/is-found.ts";
import { useService } from "../support/service.ts";
import { demoIccid, demoImei } from "../../src/demo/demo-units.ts";

const service = useService();

/** Commas stand between values. */
async function list(query: Readonly<Record<string, string>>, user?: string) {
  const token = await service.login(user);
  const pairs = Object.entries(query).map(
    ([name, value]) => `${name}=${encodeURIComponent(value).replaceAll("%2C", ",")}`,
  );
  return service.call<{ id: number }[]>("GET", `/units/listing?${pairs.join("&")}`, { token });
}

/** The ids of the units that a listing finds, in their order. */
async function idsOf(query: Readonly<Record<string, string>>, user?: string): Promise<number[]> {
  const { status, body } = await list({ per_page: "200", ...query }, user);
  expect([status, body.detail]).toEqual([200, undefined]);
  expect(body.pagination.total).toBe(body.data.length);
  return body.data.map(({ id }) => id);
}

const looked = [
  { name: "identifier", values: ["Look up-1", "LOOK-UP 2"], typed: ["lookup1", "look up - 2"] },
  { name: "serial_number", values: ["SN look-1", "sn.look 2"], typed: ["snlook1", "SN.LOOK-2"] },
  {
    name: "imei",
    values: [demoImei(9101), demoImei(9102)],
    typed: [demoImei(9101), demoImei(9102).replace(/^../, "$&-")],
  },
  {
    name: "iccid",
    values: [demoIccid(9101), demoIccid(9102)],
    typed: [demoIccid(9101), demoIccid(9102).replace(/..../g, "$& ")],
  },
];

describe.each(looked)("the listing of units by $name", ({ name, values, typed }) => {
  const ids: number[] = [];
  const [first = "", second = ""] = typed;

  beforeAll(async () => {
    for (const value of values) {
      const token = await service.login();
      const own = { identifier: `${name} of ${value}`, identifier_type: "custom" };
      const members = name === "iccid" ? own : { ...own, [name]: value };
      const id = await createRecord(service, "units", { token, members });
      if (name === "iccid") await service.call("PUT", `/units/${id}/sim_card`, { token, body: { iccid: value } });
      ids.push(id);
    }
  });

  it("finds stored values and typed ones, once each, and no part of a value", async () => {
    expect(await idsOf({ [name]: values.join(",") })).toEqual(ids);
    expect(await idsOf({ [name]: `${first},${second},${first},nobody` })).toEqual(ids);
    expect(await idsOf({ [name]: second })).toEqual(ids.slice(1));
    for (const part of [first.slice(1), first.slice(0, -1), `${first}0`, "%", "-"])
      expect([part, await idsOf({ [name]: part })]).toEqual([part, []]);
  });

  it("in the order that it is asked for, on its pages, and with other filters", async () => {
    const both = typed.join(",");
    expect(await idsOf({ [name]: both, sort: "-id" })).toEqual(ids.toReversed());
    const { body } = await list({ [name]: both, per_page: "1", page: "2" });
    expect([body.pagination.total, body.data.map(({ id }) => id)]).toEqual([2, ids.slice(1)]);
    expect(await idsOf({ [name]: both, ids: String(ids[0]) })).toEqual(ids.slice(0, 1));
    expect(await idsOf({ [name]: both, lifecycle_status: "decommissioned" })).toEqual([]);
  });

  it("finds nothing outside of the scope", async () => {
    expect(await idsOf({ [name]: first }, "demo-agency-admin-2")).toEqual([]);
  });

  it("takes at most 200 values, and none that is empty", async () => {
    const many = Array.from({ length: 199 }, (_, index) => `none${index}`).join(",");
    expect(await idsOf({ [name]: `${many},${first}` })).toEqual(ids.slice(0, 1));
    expect((await list({ [name]: `${many},${first},${second}` })).body.errors?.[0]?.code).toBe("max_items");
    expect((await list({ [name]: "" })).status).toBe(422);
    expect((await list({ [name]: "a,,b" })).status).toBe(422);
  });

  it("finds deleted units only with include_deleted", async () => {
    const [id = 0] = ids;
    const token = await service.login();
    expect((await service.call("DELETE", `/units/${id}`, { token })).status).toBe(200);
    expect(await idsOf({ [name]: first })).toEqual([]);
    expect(await idsOf({ [name]: first, include_deleted: "true" })).toEqual([id]);
    expect((await service.call("POST", `/units/${id}/restore`, { token })).status).toBe(200);
    expect(await idsOf({ [name]: first })).toEqual([id]);
  });
});

it("a comma that belongs to a value is encoded", async () => {
  const token = await service.login();
  const members = { identifier: "with,comma", identifier_type: "custom" };
  const id = await createRecord(service, "units", { token, members });
  const path = "/units/listing?identifier=with%2Ccomma&identifier=nobody";
  const { body } = await service.call<{ id: number }[]>("GET", path, { token });
  expect(body.data.map((unit) => unit.id)).toEqual([id]);
});

it("a value is found by whatever is the same without case, spaces and hyphens, and by nothing else", async () => {
  const { db } = service.server;
  const letters = fc.constantFrom(..."aAbÄäßΣς7%_\\/: -\u00a0\u2010\u200b\u3000'");
  const value = fc.string({ unit: letters, minLength: 1, maxLength: 5 });
  const stored = fc.uniqueArray(
    value.filter((one) => compact(one) !== ""),
    { minLength: 1, maxLength: 5 },
  );
  const typed = fc.array(value, { minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(stored, typed, async (given, wanted) => {
      await db.query("delete from units where client_id = 6");
      const ids: number[] = [];
      for (const [index, serial_number] of given.entries()) {
        const [row] = await db.query<{ id: number }>(
          `insert into units (client_id, name, identifier, identifier_type, serial_number, created_at, updated_at)
           values (6, 'x', $1, 'custom', $2, now(), now()) returning id`,
          [`i${index}`, serial_number],
        );
        ids.push(row?.id ?? 0);
      }
      const matching = ids.filter((_id, index) =>
        wanted.some((one) => compact(one.normalize("NFC")) === compact(given[index] ?? "")),
      );
      const query = wanted.map((one) => encodeURIComponent(one)).join(",");
      const path = `/units/listing?per_page=200&client_id=6&serial_number=${query}`;
      const { status, body } = await service.call<{ id: number }[]>("GET", path, { token: await service.login() });
      expect([status, body.detail]).toEqual([200, undefined]);
      expect(body.data.map(({ id }) => id)).toEqual(matching);
    }),
    { numRuns: runs(60) },
  );
});
