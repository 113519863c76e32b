import type { BulkResult } from "@fleet-api/contract/types/shared";
import type { Unit, UnitImport } from "@fleet-api/contract/types/units";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { luhnDigit } from "../../src/platform/luhn.ts";
import { recordMessages } from "../support/messages.ts";
import type { Answer } from "../support/service.ts";
import { useService } from "../support/service.ts";

const service = useService();
let token = "";
let serial = 0;
/** Two clients of one agency, and one of another. */
const [north, south] = [1, 2];
let elsewhere = 0;

beforeAll(async () => {
  const [client] = await service.server.db.query<{ id: number }>(
    "select id from clients where agency_id <> 'demo-agency-1' and partner_id = 'demo-partner' order by id",
  );
  elsewhere = client?.id ?? 0;
});

beforeEach(async () => {
  token = await service.login();
});

const send = (body: object, headers: Record<string, string> = {}, as = token): Promise<Answer<BulkResult>> =>
  service.call<BulkResult>("POST", "/units/import", { token: as, body, headers });
const byExternalId = (items: readonly object[], more: Partial<UnitImport> = {}, as = token) =>
  send({ match_on: "external_id", items, ...more }, {}, as);
const outcomes = ({ body }: Answer<BulkResult>): string[] => body.data.results.map(({ outcome }) => outcome);
const codes = ({ body }: Answer<BulkResult>) => body.data.results.map(({ problem }) => problem?.code ?? null);
const pointers = ({ body }: Answer<BulkResult>) => body.errors?.map(({ pointer }) => pointer);

/** An item that creates a unit, unlike all others. */
function item(more: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  serial += 1;
  const words = `import ${serial}`;
  return { client_id: north, external_id: words, name: words, identifier: words, identifier_type: "custom", ...more };
}
const imei = (): string => {
  serial += 1;
  const body = `3569380${String(serial).padStart(7, "0")}`;
  return body + luhnDigit(body);
};
const unit = async (id: number | null | undefined): Promise<Unit> =>
  (await service.call<Unit>("GET", `/units/${id}`, { token })).body.data;
const total = async (): Promise<number> => {
  const { body } = await service.call("GET", "/units/listing?per_page=1", { token });
  return body.pagination.total;
};

describe("an import", () => {
  it("creates what is not there and changes what is, and changes nothing the second time", async () => {
    const [one, two] = [item(), item({ attributes: { depot: "north" }, installed_at: "2026-01-01T00:00:00+02:00" })];
    const first = await byExternalId([one]);
    expect([first.status, first.body.data]).toEqual([
      200,
      {
        dry_run: false,
        total: 1,
        succeeded: 1,
        failed: 0,
        removed: 0,
        results: [
          { index: 0, id: first.body.data.results[0]?.id, resource: "units", outcome: "created", problem: null },
        ],
      },
    ]);
    const changed = [{ ...one, name: "New name" }, two];
    expect(outcomes(await byExternalId(changed))).toEqual(["updated", "created"]);
    const again = await byExternalId(changed);
    expect(outcomes(again)).toEqual(["unchanged", "unchanged"]);
    const [kept, made] = await Promise.all(again.body.data.results.map(({ id }) => unit(id)));
    expect([kept?.name, kept?.version]).toEqual(["New name", 2]);
    expect([made?.version, made?.attributes, made?.installed_at, made?.lifecycle_status]).toEqual([
      1,
      { depot: "north" },
      "2025-12-31T22:00:00.000Z",
      "in_stock",
    ]);
  });

  it("with the action create changes no unit, and with update creates none", async () => {
    const [one, two] = [item(), item()];
    const { body } = await byExternalId([one]);
    const existing_id = body.data.results[0]?.id;
    const best = { mode: "best_effort" } as const;
    const created = await byExternalId([one, two], { ...best, action: "create" });
    expect(outcomes(created)).toEqual(["failed", "created"]);
    expect(created.body.data.results[0]?.problem).toEqual({
      code: "duplicate",
      detail: "Another unit has this external_id.",
      existing_id,
    });
    const { client_id, external_id } = item();
    const updated = await byExternalId(
      [
        { ...one, name: "Changed" },
        { client_id, external_id },
      ],
      { ...best, action: "update" },
    );
    expect([outcomes(updated), codes(updated)]).toEqual([
      ["updated", "failed"],
      [null, "not_found"],
    ]);
  });

  it("matches by the identifier as well, and has the rules of POST and PATCH for IMEIs", async () => {
    const number = imei();
    const device = item({ identifier: number, identifier_type: "imei" });
    const sendDevices = (...items: object[]) => byExternalId(items, { match_on: "identifier", mode: "best_effort" });
    const created = await sendDevices(device, item({ identifier: "123456789012345", identifier_type: "imei" }));
    expect(outcomes(created)).toEqual(["created", "failed"]);
    expect(created.body.data.results[1]?.problem?.errors).toMatchObject([
      { in: "body", pointer: "/items/1/identifier", code: "check_digit" },
    ]);
    const id = created.body.data.results[0]?.id;
    expect((await unit(id)).imei).toBe(number);
    const other = await sendDevices({ identifier: number, identifier_type: "imei", imei: imei() });
    expect(other.body.data.results[0]).toMatchObject({
      id,
      problem: { code: "validation_failed", errors: [{ pointer: "/items/0/imei" }] },
    });
    expect(outcomes(await sendDevices({ identifier: number, identifier_type: "imei", notes: "n" }))).toEqual([
      "updated",
    ]);
  });

  it("takes text in every form of Unicode as one", async () => {
    const composed = item({ external_id: "Caf\u00e9", name: "Caf\u00e9" });
    const decomposed = { ...composed, external_id: "Cafe\u0301", name: "Cafe\u0301" };
    expect(outcomes(await byExternalId([decomposed]))).toEqual(["created"]);
    expect(outcomes(await byExternalId([composed]))).toEqual(["unchanged"]);
    const both = await byExternalId([composed, decomposed], { mode: "best_effort" });
    expect(codes(both)).toEqual([null, "duplicate"]);
  });

  it("a dry run says what would be done, and does nothing", async () => {
    const one = item();
    await byExternalId([one]);
    const before = await total();
    const items = [{ ...one, name: "Other" }, item(), { ...item(), client_id: 999_999 }];
    const dry = { dry_run: true, mode: "best_effort" } as const;
    const { body } = await byExternalId(items, dry);
    expect(body.data).toMatchObject({ dry_run: true, total: 3, succeeded: 2, failed: 1 });
    expect(body.data.results.map(({ id, outcome }) => [id === null, outcome])).toEqual([
      [false, "updated"],
      [true, "created"],
      [true, "failed"],
    ]);
    expect(await total()).toBe(before);
    expect(outcomes(await byExternalId([one]))).toEqual(["unchanged"]);
  });

  it("a dry run names no unit that it created, and says which item has the value", async () => {
    const one = item();
    const same = item({ identifier: one["identifier"] });
    for (const dry_run of [true, false]) {
      const { body } = await byExternalId([one, same], { mode: "best_effort", dry_run });
      const [created, failed] = body.data.results;
      expect([created?.outcome, failed?.problem?.code]).toEqual(["created", "duplicate"]);
      expect(failed?.problem?.existing_id ?? null).toBe(dry_run ? null : created?.id);
      expect(failed?.problem?.detail).toBe("Another unit has this identifier. Item 0 of the request creates it.");
    }
    const changed = { client_id: north, external_id: one["external_id"], identifier: `${same["identifier"]} new` };
    const { body } = await byExternalId([changed, { ...same, identifier: changed.identifier }], {
      mode: "best_effort",
      dry_run: true,
    });
    expect(body.data.results[1]?.problem).toEqual({
      code: "duplicate",
      detail: "Another unit has this identifier. Item 0 of the request changes it.",
      existing_id: body.data.results[0]?.id,
    });
  });

  it("the first of two items with one identifier succeeds, whatever their external_id is", async () => {
    const [low, high] = [item({ external_id: "order a" }), item({ external_id: "order b" })];
    const { body } = await byExternalId([high, { ...low, identifier: high["identifier"] }, item()], {
      mode: "best_effort",
    });
    expect(body.data.results.map(({ outcome }) => outcome)).toEqual(["created", "failed", "created"]);
  });

  it("a later item with a value that a failed item wanted does not change why that one failed", async () => {
    const [taken, wanted] = [imei(), item()];
    const stored = await byExternalId([item({ imei: taken })]);
    const items = [item(), { ...wanted, imei: taken }, item({ identifier: wanted["identifier"] }), item()];
    const { body } = await byExternalId(items, { mode: "best_effort" });
    expect(body.data.results.map(({ outcome }) => outcome)).toEqual(["created", "failed", "created", "created"]);
    const existing_id = stored.body.data.results[0]?.id;
    expect(body.data.results[1]?.problem).toEqual({
      code: "duplicate",
      detail: "Another unit has this imei.",
      existing_id,
    });
  });

  it("an item names the value that POST names, also if the other unit is outside of the scope", async () => {
    const [hidden, taken] = [item({ client_id: elsewhere }), imei()];
    await byExternalId([hidden, item({ imei: taken })]);
    const admin = await service.login("demo-agency-admin-1");
    const both = item({ identifier: hidden["identifier"], imei: taken });
    const { body } = await byExternalId([both, item()], { mode: "best_effort" }, admin);
    const alone = await service.call("POST", "/units", { token: admin, body: both });
    const { code, detail, existing_id } = alone.body;
    expect([alone.status, code, existing_id]).toEqual([409, "duplicate", undefined]);
    expect(body.data.results[0]?.problem).toEqual({ code, detail });
  });

  it("sends as few messages to the database for many duplicates as for one", async () => {
    const count = async (pairs: number): Promise<number> => {
      const items = Array.from({ length: pairs }, () => item()).flatMap((one) => [
        one,
        item({ identifier: one["identifier"] }),
      ]);
      const sent = recordMessages();
      const { body } = await byExternalId(items, { mode: "best_effort" });
      expect(body.data.failed).toBe(pairs);
      return sent.length;
    };
    await count(1);
    expect(await count(50)).toBe(await count(1));
  });

  it("moves no unit to another client", async () => {
    const one = item({ identifier: `mine ${(serial += 1)}` });
    await byExternalId([one]);
    const { body } = await byExternalId([{ ...one, client_id: south }], { match_on: "identifier" });
    expect(body.errors?.map(({ pointer, detail }) => [pointer, detail])).toEqual([
      ["/items/0/client_id", "is not the client of the unit; an import moves none"],
    ]);
  });
});

describe("mistakes", () => {
  it("422: all findings of all items, and nothing is changed", async () => {
    const before = await total();
    const twice = item();
    const items = [
      item(),
      item({ name: 5 }),
      item({ colour: "red" }),
      { ...twice },
      { ...twice, name: "again" },
      { client_id: north, external_id: "incomplete" },
      item({ external_id: null }),
    ];
    const answer = await byExternalId(items);
    expect([answer.status, answer.body.code]).toEqual([422, "validation_failed"]);
    expect(pointers(answer)).toEqual([
      "/items/1/name",
      "/items/2/colour",
      "/items/4",
      "/items/5/name",
      "/items/5/identifier",
      "/items/5/identifier_type",
      "/items/6/external_id",
    ]);
    expect(await total()).toBe(before);
  });

  it("422: a finding about a record reads as a sentence, with its code and the record", async () => {
    const one = item();
    const id = (await byExternalId([one])).body.data.results[0]?.id;
    const { body } = await byExternalId([item({ identifier: one["identifier"] })]);
    expect([body.errors?.[0]?.detail, body.detail]).toEqual([
      `is refused with duplicate, existing_id ${id}: Another unit has this identifier`,
      `1 finding: body /items/0 is refused with duplicate, existing_id ${id}: Another unit has this identifier.`,
    ]);
    const two = item();
    const within = await byExternalId([two, item({ identifier: two["identifier"] })]);
    expect(within.body.errors?.map(({ pointer, detail }) => [pointer, detail])).toEqual([
      ["/items/1", "is refused with duplicate: Another unit has this identifier. Item 0 of the request creates it"],
    ]);
  });

  it("of the request itself are 422 in both modes, with those of the items", async () => {
    const body = { match_on: "name", mode: "best_effort", items: [item(), item({ name: 5 })] };
    const answer = await send(body);
    expect([answer.status, pointers(answer)]).toEqual([422, ["/match_on", "/items/1/name"]]);
    const many = await byExternalId(Array.from({ length: 501 }, () => item()));
    expect(many.body.errors?.map(({ pointer, code }) => [pointer, code])).toEqual([["/items", "max_items"]]);
    const wrong = await byExternalId(Array.from({ length: 501 }, () => ({ name: 5 })));
    expect(wrong.body.errors?.map(({ pointer, code }) => [pointer, code])).toEqual([["/items", "max_items"]]);
  });

  it("fail alone in best_effort, whatever they are", async () => {
    const taken = item();
    await byExternalId([taken]);
    const twice = item();
    const items = [
      item({ name: 5 }),
      item(),
      item({ client_id: 999_999 }),
      item({ identifier: taken["identifier"] }),
      "no object",
      { ...twice },
      { ...twice },
      item(),
    ] as object[];
    const answer = await byExternalId(items, { mode: "best_effort" });
    expect(outcomes(answer)).toEqual([
      "failed",
      "created",
      "failed",
      "failed",
      "failed",
      "created",
      "failed",
      "created",
    ]);
    const { results } = answer.body.data;
    expect(codes(answer)).toEqual([
      "validation_failed",
      null,
      "validation_failed",
      "duplicate",
      "validation_failed",
      null,
      "duplicate",
      null,
    ]);
    expect(results[0]?.problem?.errors).toMatchObject([{ pointer: "/items/0/name", code: "type" }]);
    expect(results[2]?.problem?.errors).toMatchObject([{ pointer: "/items/2/client_id", code: "invalid" }]);
    expect(results[3]?.problem).toEqual({
      code: "duplicate",
      detail: "Another unit has this identifier.",
      existing_id: (await byExternalId([taken])).body.data.results[0]?.id,
    });
    expect(results[4]?.problem?.errors).toMatchObject([{ pointer: "/items/4", code: "type" }]);
  });

  it("are found in every one of 500 items, and each lists ten findings at most", async () => {
    const wrong = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`x${index}`, 1]));
    const items = Array.from({ length: 500 }, () => ({ ...item(), ...wrong }));
    const { body } = await byExternalId(items, { mode: "best_effort" });
    expect([body.data.failed, new Set(codes({ body } as Answer<BulkResult>))]).toEqual([
      500,
      new Set(["validation_failed"]),
    ]);
    expect(body.data.results.map(({ problem }) => problem?.errors?.length)).toEqual(items.map(() => 10));
    expect(body.data.results[499]?.problem?.detail).toMatch(/^30 findings/);
  });

  it("a limit of the client stops what is above it", async () => {
    const setLimit = (limits: object | null) =>
      service.server.db.query("update clients set limits = $2::jsonb where id = $1", [
        south,
        JSON.stringify(limits ?? { history_retention_days: 365 }),
      ]);
    const [row] = await service.server.db.query<{ units: number }>(
      "select units from client_usage where client_id = $1",
      [south],
    );
    await setLimit({ max_units: (row?.units ?? 0) + 1 });
    try {
      const items = [item({ client_id: south }), item({ client_id: south }), item()];
      const whole = await byExternalId(items);
      expect([whole.status, pointers(whole)]).toEqual([422, ["/items/1"]]);
      const best = await byExternalId(items, { mode: "best_effort" });
      expect(codes(best)).toEqual([null, "limit_reached", null]);
    } finally {
      await setLimit(null);
    }
  });

  it("a suspended client: 403, or its items fail", async () => {
    const one = item({ client_id: south });
    await byExternalId([one]);
    const setStatus = (status: string) =>
      service.server.db.query("update clients set status = $2 where id = $1", [south, status]);
    await setStatus("suspended");
    try {
      const items = [item({ client_id: south }), { ...one, name: "Changed" }];
      const whole = await byExternalId(items);
      expect([whole.status, whole.body.code]).toEqual([403, "client_suspended"]);
      const mixed = await byExternalId([item(), ...items, { ...item(), external_id: null }]);
      expect([mixed.status, pointers(mixed)]).toEqual([422, ["/items/1", "/items/2", "/items/3/external_id"]]);
      const some = await byExternalId([item(), ...items]);
      expect([some.status, pointers(some)]).toEqual([422, ["/items/1", "/items/2"]]);
      const best = await byExternalId([...items, item()], { mode: "best_effort" });
      expect(codes(best)).toEqual(["client_suspended", "client_suspended", null]);
    } finally {
      await setStatus("active");
    }
  });
});

describe("rights and scope", () => {
  const takeRights = (...actions: string[]) =>
    service.server.db.query<{ role_id: number; action: string }>(
      `delete from role_permissions where resource = 'units' and action = any($1::text[])
         and role_id = (select role_id from users where username = 'demo-agency-admin-1') returning role_id, action`,
      [actions],
    );

  it("a unit outside of the scope is like one that does not exist", async () => {
    const theirs = item({ client_id: elsewhere });
    const made = await byExternalId([theirs]);
    expect(outcomes(made)).toEqual(["created"]);
    const admin = await service.login("demo-agency-admin-1");
    const shapes = [theirs, { ...theirs, external_id: "nobody's" }, { ...theirs, client_id: 999_999 }];
    for (const action of ["update", "upsert"] as const)
      for (const mode of ["all_or_nothing", "best_effort"] as const) {
        const answers = await Promise.all(
          shapes.map((shape) => byExternalId([{ ...shape, name: "New" }], { action, mode }, admin)),
        );
        const [first, ...others] = answers.map(({ status, body }) =>
          JSON.stringify([status, body.code, body.errors, Object(body.data)["results"]]),
        );
        expect(others).toEqual([first, first]);
      }
  });

  it("403: names all rights and fields that are missing; in best_effort each item has its own", async () => {
    const [one, two, three] = [item(), item(), item()];
    await byExternalId([one, two]);
    const taken = await takeRights("edit", "units_basic_edit", "units_technical");
    try {
      const admin = await service.login("demo-agency-admin-1");
      const changes = [
        { client_id: north, external_id: one["external_id"], name: "New", model: "M" },
        { client_id: north, external_id: two["external_id"], notes: "n", model: "M" },
      ];
      const whole = await byExternalId([...changes, three], {}, admin);
      expect([whole.status, whole.body.code]).toEqual([403, "permission_denied"]);
      for (const words of [
        "name needs",
        "units.units_basic_edit",
        "model needs",
        "units.units_technical",
        "notes needs",
      ])
        expect(whole.body.detail).toContain(words);
      const best = await byExternalId([...changes, three], { mode: "best_effort" }, admin);
      expect(outcomes(best)).toEqual(["failed", "failed", "created"]);
      expect(best.body.data.results.map(({ problem }) => problem?.required_permission?.fields)).toEqual([
        ["name"],
        ["model"],
        undefined,
      ]);
    } finally {
      for (const { role_id, action } of taken)
        await service.server.db.query("insert into role_permissions values ($1, 'units', $2)", [role_id, action]);
    }
  });
});

describe("an import with an Idempotency-Key", () => {
  it("is carried out once, and its replay has the first result", async () => {
    const body = { match_on: "external_id", mode: "best_effort", items: [item(), item({ name: 5 })] };
    const headers = { "idempotency-key": `import-${(serial += 1)}` };
    const first = await send(body, headers);
    const second = await send(body, headers);
    expect([second.status, second.body]).toEqual([200, first.body]);
    expect(second.headers.get("idempotency-replayed")).toBe("true");
    const { status, body: other } = await send({ ...body, mode: "all_or_nothing" }, headers);
    expect([status, other.code]).toEqual([422, "idempotency_key_reused"]);
  });

  it.each(["create", "upsert"] as const)(
    "404: a unit that a failed item names has left the scope (%s)",
    async (action) => {
      const one = item({ client_id: south });
      const id = (await byExternalId([one])).body.data.results[0]?.id ?? 0;
      const failing = action === "create" ? one : item({ identifier: one["identifier"] });
      const body = { match_on: "external_id", mode: "best_effort", action, items: [failing] };
      const headers = { "idempotency-key": `import-${(serial += 1)}` };
      const admin = await service.login("demo-agency-admin-1");
      const first = await send(body, headers, admin);
      expect(first.body.data.results[0]?.problem).toMatchObject({ code: "duplicate", existing_id: id });
      expect((await send(body, headers, admin)).body).toEqual(first.body);
      await service.server.db.query("update units set client_id = $2 where id = $1", [id, elsewhere]);
      expect((await send(body, headers, admin)).status).toBe(404);
    },
  );

  it("about no unit at all is remembered as well", async () => {
    const body = { match_on: "external_id", mode: "best_effort", items: [item({ name: 5 })] };
    const headers = { "idempotency-key": `import-${(serial += 1)}` };
    const first = await send(body, headers);
    expect(first.body.data.failed).toBe(1);
    expect((await send(body, headers)).body).toEqual(first.body);
  });
});
