/** The tags of drivers: their formats, whose they are, and whose they were. */
import type { Driver, DriverIdTag, DriverIdTagCreate } from "@fleet-api/contract/types/drivers";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { oneWireCrc } from "../../src/platform/one-wire.ts";
import { requireTagValue } from "../../src/resources/drivers/id-tags.ts";
import { allVisible } from "../changes/support/mirror.ts";
import { runs } from "../support/db.ts";
import { driverRequests, iButton } from "../support/drivers.ts";
import { useService } from "../support/service.ts";

const service = useService();
const [north, south, elsewhere] = [1, 2, 3];
let token = "";
let serial = 0;

beforeEach(async () => {
  token = await service.login();
});

const { call, create } = driverRequests({ service, token: () => token });

type Tag = Partial<DriverIdTagCreate> & { readonly value: string };

const add = (id: number, { type = "rfid", ...more }: Tag, headers?: Record<string, string>) =>
  call<DriverIdTag>("POST", `/drivers/${id}/id_tags`, { type, ...more }, headers);
const remove = (id: number) => call<DriverIdTag>("DELETE", `/drivers/id_tags/${id}`);
const get = async (id: number): Promise<Driver> => (await call("GET", `/drivers/${id}?include_deleted=true`)).body.data;
const having = async (value: string, more = ""): Promise<number[]> => {
  const query = `id_tag=${encodeURIComponent(value)}&per_page=200${more}`;
  return (await call<Driver[]>("GET", `/drivers/listing?${query}`)).body.data.map(({ id }) => id);
};
/** A value that no tag has had. */
const newValue = (): string => (serial += 1).toString(16).toUpperCase().padStart(12, "0");

describe("the value of a tag", () => {
  it("has the CRC-8 of 1-Wire: that of 02 1C B8 01 00 00 00 is A2 (Maxim, application note 27)", () => {
    expect(oneWireCrc("021CB801000000")).toBe(0xa2);
    for (const value of ["021CB801000000A2", "01100000D0FE003A"])
      expect(() => requireTagValue({ type: "ibutton", value })).not.toThrow();
    // What a reader without a key reads; its CRC fits.
    expect(() => requireTagValue({ type: "ibutton", value: "0".repeat(16) })).toThrow("/value");
    const digit = fc.constantFrom(..."0123456789ABCDEF");
    fc.assert(
      fc.property(fc.nat(), fc.nat(15), digit, (number, place, other) => {
        const value = iButton(number);
        expect(() => requireTagValue({ type: "ibutton", value })).not.toThrow();
        const wrong = value.slice(0, place) + other + value.slice(place + 1);
        if (wrong !== value) expect(() => requireTagValue({ type: "ibutton", value: wrong })).toThrow("/value");
      }),
    );
  });

  it.each<[DriverIdTag["type"], valid: string[], invalid: string[]]>([
    ["ibutton", ["01100000D0FE003A"], ["01100000d0fe003a", "1100000D0FE003A", "01100000D0FE00 3A"]],
    ["rfid", ["A1B2", "A".repeat(32), "00A1B"], ["A1B", "A".repeat(33), "a1b2", "A1B2G"]],
    ["nfc", ["04A1B2C3", "04A1B2C3D4E5F6", "04A1B2C3D4E5F6A7B8C9"], ["04A1B2C", "04:A1:B2:C3", "04A1B2C3D4"]],
    ["ble", ["A0B1C2D3E4F5", "B".repeat(32)], ["A0:B1:C2:D3:E4:F5", "A".repeat(31)]],
    ["tachograph_card", ["DF00000012345678"], ["DF0000001234567", "df00000012345678"]],
    ["pin", ["0471", "012345678901"], ["047", "0123456789012", "12A4"]],
    ["qr", ["https://example.com/?d=1", "a b", "!"], []],
  ])("is checked by its type: %s", async (type, valid, invalid) => {
    const { id } = await create();
    for (const value of valid) {
      const { status, headers, body } = await add(id, { type, value, label: "Key" });
      expect([value, status, body.detail]).toEqual([value, 201, undefined]);
      expect(body.data).toMatchObject({
        driver_id: id,
        client_id: north,
        type,
        value,
        label: "Key",
        is_active: true,
        assigned_at: service.clock.now().toISOString(),
        removed_at: null,
      });
      expect(headers.get("location")).toBe(`/api/v1/drivers/${id}`);
    }
    for (const value of [...invalid, " A1B2C3D4", "A1B2C3D4 ", "é".repeat(8), "A".repeat(129)]) {
      const { status, body } = await add(id, { type, value });
      expect([value, status, body.errors?.map(({ pointer }) => pointer)]).toEqual([value, 422, ["/value"]]);
      // PINs are secrets of people.
      expect(JSON.stringify(body)).not.toContain(value.trim());
    }
  });

  it("422 check_digit: an iButton with another CRC", async () => {
    const { body } = await add((await create()).id, { type: "ibutton", value: "01100000D0FE003B" });
    expect(body.errors?.map(({ pointer, code }) => [pointer, code])).toEqual([["/value", "check_digit"]]);
  });
});

describe("an active tag", () => {
  it("409 tag_in_use: is there once in a client, whatever its type, and names the other driver", async () => {
    const [one, other, ofSouth] = [await create(), await create(), await create({ client_id: south })];
    const value = "88314";
    const first = await add(one.id, { type: "pin", value });
    for (const type of ["pin", "rfid", "qr"] as const) {
      const refused = await add(other.id, { type, value });
      expect([refused.status, refused.body.code, refused.body.existing_id, refused.body.references]).toEqual([
        409,
        "tag_in_use",
        first.body.data.id,
        [{ resource: "drivers", ids: [one.id], count: 1 }],
      ]);
      expect(JSON.stringify(refused.body)).not.toContain(value);
    }
    expect((await add(one.id, { type: "pin", value })).status).toBe(409);
    expect((await add(ofSouth.id, { type: "pin", value })).status).toBe(201);
  });

  it("is one of at most 20 of a driver", async () => {
    const { id } = await create();
    const tags: number[] = [];
    for (let count = 0; count < 20; count += 1) tags.push((await add(id, { value: newValue() })).body.data.id);
    const refused = await add(id, { value: newValue() });
    expect([refused.status, refused.body.code]).toEqual([409, "limit_reached"]);
    expect((await remove(tags[0] ?? 0)).status).toBe(200);
    expect((await add(id, { value: newValue() })).status).toBe(201);
    expect((await get(id)).id_tags.filter((tag) => tag.is_active)).toHaveLength(20);
  });

  it("is removed once, with If-Match, and not by those who do not reach its driver", async () => {
    const { id } = await create({ client_id: elsewhere });
    const { data } = (await add(id, { value: newValue() })).body;
    const admin = token;
    token = await service.login("demo-agency-admin-1");
    expect([(await remove(data.id)).status, (await add(id, { value: newValue() })).status]).toEqual([404, 404]);
    token = admin;
    const stale = await call("DELETE", `/drivers/id_tags/${data.id}`, undefined, { "if-match": '"v9"' });
    expect(stale.status).toBe(412);
    service.clock.advance(1000);
    const { status, body } = await remove(data.id);
    expect([status, body.data]).toMatchObject([
      200,
      { ...data, is_active: false, removed_at: service.clock.now().toISOString(), version: 2 },
    ]);
    expect((await remove(data.id)).status).toBe(404);
  });

  it("comes back with its Idempotency-Key while it is active", async () => {
    const { id } = await create();
    const [tag, headers] = [{ value: newValue() }, { "idempotency-key": `tag-${newValue()}` }];
    const first = await add(id, tag, headers);
    const again = await add(id, tag, headers);
    expect([again.status, again.body.data, again.headers.get("location")]).toEqual([
      201,
      first.body.data,
      `/api/v1/drivers/${id}`,
    ]);
    expect((await get(id)).id_tags).toHaveLength(1);
    const { status, body } = await add(id, { value: newValue() }, headers);
    expect([status, body.code]).toEqual([422, "idempotency_key_reused"]);
  });
});

describe("a PIN", () => {
  it("finds nobody: it does not belong in an address", async () => {
    const { id } = await create();
    const [pin, other] = ["90210471", "90210472"];
    await add(id, { type: "pin", value: pin });
    await add(id, { type: "rfid", value: other });
    expect([await having(pin), await having(other)]).toEqual([[], [id]]);
  });
});

describe("the feed of drivers", () => {
  it("announces a driver who gets or loses a tag", async () => {
    const { id } = await create();
    type Part = { changes: { id: number; record: Driver }[]; next_cursor: string };
    const changes = async (query: string) => {
      await allVisible(service.server.db);
      return (await call<Part>("GET", `/drivers/changes?${query}`)).body.data;
    };
    let { next_cursor: cursor } = await changes("from=now");
    const announced = async (): Promise<unknown[]> => {
      const part = await changes(`cursor=${encodeURIComponent(cursor)}`);
      cursor = part.next_cursor;
      return part.changes.map((change) => [change.id, change.record.id_tags.map((tag) => tag.is_active)]);
    };
    const tag = await add(id, { value: newValue() });
    expect(await announced()).toEqual([[id, [true]]]);
    await remove(tag.body.data.id);
    expect(await announced()).toEqual([[id, [false]]]);
  });
});

/** What can happen to tags; drivers and values are numbered from 0. */
type Step =
  | { readonly kind: "add"; readonly driver: number; readonly value: number }
  | { readonly kind: "remove" | "delete" | "restore"; readonly driver: number; readonly value: number };

it("tags over time are those of a model: each has one holder, and a history", async () => {
  const [drivers, values] = [3, 3];
  const step = fc.record({
    kind: fc.constantFrom("add", "add", "add", "remove", "remove", "delete", "restore"),
    driver: fc.nat(drivers - 1),
    value: fc.nat(values - 1),
  }) as fc.Arbitrary<Step>;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      // The first two are of one client.
      const clients = [north, north, south];
      const ids: number[] = [];
      for (const client_id of clients) ids.push((await create({ client_id })).id);
      const texts = Array.from({ length: values }, newValue);
      const tags: { id: number; driver: number; value: number; from: string; to: string | null }[] = [];
      const deleted = new Set<number>();
      const active = (value: number, isHolder: (driver: number) => boolean) =>
        tags.find((tag) => tag.to === null && tag.value === value && isHolder(tag.driver));

      for (const { kind, driver, value } of steps) {
        service.clock.advance(1000);
        const now = service.clock.now().toISOString();
        const [id = 0, text = ""] = [ids[driver], texts[value]];
        if (kind === "add") {
          const holder = active(value, (other) => clients[other] === clients[driver]);
          const { status, body } = await add(id, { value: text });
          const expected = deleted.has(driver) ? 404 : holder === undefined ? 201 : 409;
          expect([status, body.existing_id]).toEqual([expected, expected === 409 ? holder?.id : undefined]);
          if (status === 201) tags.push({ id: body.data.id, driver, value, from: now, to: null });
        } else if (kind === "remove") {
          const tag = active(value, (other) => other === driver);
          if (tag === undefined) continue;
          expect((await remove(tag.id)).status).toBe(200);
          tag.to = now;
        } else if (kind === "delete") {
          expect((await call("DELETE", `/drivers/${id}`)).status).toBe(deleted.has(driver) ? 404 : 200);
          deleted.add(driver);
          for (const tag of tags) if (tag.driver === driver) tag.to ??= now;
        } else {
          expect((await call("POST", `/drivers/${id}/restore`)).status).toBe(200);
          deleted.delete(driver);
        }
      }

      for (const [driver, id] of ids.entries()) {
        const own = tags.filter((tag) => tag.driver === driver).toSorted((a, b) => b.id - a.id);
        const shown = [...own.filter(({ to }) => to === null), ...own.filter(({ to }) => to !== null)];
        expect((await get(id)).id_tags).toMatchObject(
          shown.map((tag) => ({
            id: tag.id,
            value: texts[tag.value],
            is_active: tag.to === null,
            assigned_at: tag.from,
            removed_at: tag.to,
          })),
        );
      }
      for (const [value, text] of texts.entries()) {
        const holders = ids.filter((_, driver) => tags.some((tag) => tag.driver === driver && tag.value === value));
        expect(await having(text, "&include_deleted=true")).toEqual(holders);
        expect(await having(text)).toEqual(holders.filter((id) => !deleted.has(ids.indexOf(id))));
      }
    }),
    { numRuns: runs(60) },
  );
});
