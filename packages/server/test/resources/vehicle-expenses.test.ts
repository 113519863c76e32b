import type { VehicleExpense } from "@fleet-api/contract/types/vehicle_expenses";
import type { Vehicle, VehicleReading } from "@fleet-api/contract/types/vehicles";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { runs } from "../support/db.ts";
import { createRecord } from "../support/create-record.ts";
import { useService } from "../support/service.ts";
import { refusal } from "../support/vehicle-requests.ts";

const service = useService();
const [north, south] = [1, 2];
const [fuel, toll, weighbridge] = [1, 9, 17];
const HOUR = 60 * 60_000;
let [token, user]: [string, string] = ["", ""];

beforeEach(async () => {
  token = await service.login();
  user = await service.login("demo-client-north");
});

const at = (hours: number): string => new Date(service.clock.now().getTime() + hours * HOUR).toISOString();
const vehicle = (client_id = north): Promise<number> =>
  createRecord(service, "vehicles", { token, members: { client_id } });

function call<Data = VehicleExpense>(method: string, path: string, body?: object, as = token) {
  return service.call<Data>(method, `/vehicle_expenses${path}`, { token: as, body });
}

const body = (more: object): object => ({
  vehicle_id: 1,
  vehicle_expense_type_id: toll,
  occurred_at: at(-1),
  amount: "10",
  currency: "KES",
  ...more,
});

async function record(more: object = {}): Promise<VehicleExpense> {
  const answer = await call("POST", "", body(more));
  expect([answer.status, answer.body.errors]).toEqual([201, undefined]);
  return answer.body.data;
}

const wrong = (pointer: string, code = "invalid"): unknown => [422, [[pointer, code]]];

describe("amounts", () => {
  it.each([
    ["12.5", "KES", "12.50"],
    ["-3", "EUR", "-3.00"],
    ["-0", "EUR", "0.00"],
    ["7.0000", "UGX", "7"],
    ["0.125", "KWD", "0.125"],
    ["999999999999.99", "HUF", "999999999999.99"],
  ])("%s %s is %s", async (amount, currency, shown) => {
    expect(await record({ amount, currency })).toMatchObject({ amount: shown, currency });
  });

  it("have no more decimals than their currency", async () => {
    const many = (pointer: string) => wrong(pointer, "too_many_decimals");
    expect(refusal(await call("POST", "", body({ amount: "0.5", currency: "JPY" })))).toEqual(many("/amount"));
    expect(refusal(await call("POST", "", body({ tax_amount: "0.001" })))).toEqual(many("/tax_amount"));
    const { id } = await record({ amount: "1.25" });
    expect(refusal(await call("PATCH", `/${id}`, { currency: "UGX" }))).toEqual(many("/amount"));
    expect(refusal(await call("POST", "", body({ tax_amount: "11" })))).toEqual(wrong("/tax_amount"));
    expect(refusal(await call("POST", "", body({ amount: "-10", tax_amount: "1" })))).toEqual(wrong("/tax_amount"));
  });

  it("of other kinds lose zeros that say nothing", async () => {
    const given = { quantity: "36.500000", quantity_unit: "l", unit_price: "1.789000", tax_rate_percent: "16.0000" };
    const shown = { quantity: "36.5", quantity_unit: "l", unit_price: "1.789", tax_rate_percent: "16" };
    expect(await record({ vehicle_expense_type_id: fuel, ...given })).toMatchObject(shown);
  });
});

describe("what an expense refers to", () => {
  it("is in the scope, of one client, and in use", async () => {
    const driver = await createRecord(service, "drivers", { token, members: { client_id: south } });
    expect(refusal(await call("POST", "", body({ driver_id: driver })))).toEqual(wrong("/driver_id"));
    const ofSouth = await vehicle(south);
    expect(refusal(await call("POST", "", body({ vehicle_id: ofSouth }), user))).toEqual(wrong("/vehicle_id"));
    const type = { vehicle_id: ofSouth, vehicle_expense_type_id: weighbridge };
    expect(refusal(await call("POST", "", body(type)))).toEqual(wrong("/vehicle_expense_type_id"));
    expect(refusal(await call("POST", "", body({ latitude: 1 })))).toEqual(wrong("/longitude"));
    expect(refusal(await call("POST", "", body({ occurred_at: at(1) })))).toEqual(wrong("/occurred_at"));
  });

  it("says which quantity it needs", async () => {
    const of = (more: object) => call("POST", "", body({ vehicle_expense_type_id: fuel, ...more }));
    expect(refusal(await of({}))).toEqual(wrong("/quantity", "required"));
    expect(refusal(await of({ quantity: "1", quantity_unit: "kwh" }))).toEqual(wrong("/quantity_unit"));
    expect((await of({ quantity: "1" })).body.data.quantity_unit).toBe("l");
    expect(refusal(await call("POST", "", body({ quantity_unit: "l" })))).toEqual(wrong("/quantity_unit"));
    const { id } = await record({ quantity: "2", quantity_unit: "piece" });
    expect((await call("PATCH", `/${id}`, { quantity: null })).body.data).toMatchObject({ quantity_unit: null });
    expect(refusal(await call("PATCH", `/${id}`, { quantity_unit: "l" }))).toEqual(wrong("/quantity_unit"));
  });

  it("has an external_id once per client", async () => {
    const { id } = await record({ external_id: "receipt 1" });
    const again = await call("POST", "", body({ external_id: "receipt 1" }));
    expect([again.status, again.body.code, again.body.existing_id]).toEqual([409, "duplicate", id]);
    const other = await record();
    expect(refusal(await call("PATCH", `/${other.id}`, { external_id: "receipt 1" }))).toEqual([
      409,
      [["/external_id", "duplicate"]],
    ]);
    await record({ vehicle_id: await vehicle(south), external_id: "receipt 1" });
  });

  it("is found by the plate of its vehicle, with the permission to see vehicles", async () => {
    const plate_number = "ZZX 901Q";
    const vehicle_id = await createRecord(service, "vehicles", { token, members: { client_id: north, plate_number } });
    const { id } = await record({ vehicle_id, vendor_name: "Tollgate 7" });
    const find = async (q: string): Promise<number[]> => {
      const found = await call<{ id: number }[]>("GET", `/find?q=${q}`);
      return found.body.data.map((one) => one.id);
    };
    expect([await find("zzx901q"), await find("tollgate%207")]).toEqual([[id], [id]]);
    // The words of both together.
    expect([await find("ZZX%20tollgate"), await find("ZZX%20ferry")]).toEqual([[id], []]);
    const [hidden] = await service.server.db.query<{ role_id: number }>(
      `delete from role_permissions p using roles r where r.id = p.role_id and r.name = 'partner_admin'
         and p.resource = 'vehicles' and p.action = 'view' returning role_id`,
    );
    token = await service.login();
    expect([await find("zzx901q"), await find("tollgate%207")]).toEqual([[], [id]]);
    expect(await find("ZZX%20tollgate")).toEqual([]);
    await service.server.db.query("insert into role_permissions values ($1, 'vehicles', 'view')", [
      hidden?.role_id ?? 0,
    ]);
  });
});

/** What a person does with an expense, in which states, and what becomes of it. */
const steps = {
  approve: { from: ["recorded", "rejected"], to: "approved" },
  reject: { from: ["recorded", "rejected"], to: "rejected" },
  void: { from: ["recorded", "rejected", "approved"], to: "voided" },
  change: { from: ["recorded", "rejected"], to: "recorded" },
} as const;

describe("the life of an expense", () => {
  let changes = 0;
  const take = (id: number, step: keyof typeof steps) => {
    changes += 1;
    if (step === "change") return call("PATCH", `/${id}`, { reference: `R ${changes}` });
    if (step === "void") return call("POST", `/${id}/void`, { reason: `Because ${changes}` });
    return call("POST", `/${id}/review`, { decision: step, reason: `Because ${changes}` });
  };

  it("follows its model", async () => {
    const anyStep = fc.constantFrom(...(Object.keys(steps) as (keyof typeof steps)[]));
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { maxLength: 6 }), async (taken) => {
        const { id } = await record();
        let status: string = "recorded";
        for (const step of taken) {
          const { from, to } = steps[step];
          const answer = await take(id, step);
          const isOpen = (from as readonly string[]).includes(status);
          expect(isOpen ? answer.status : refusal(answer)).toEqual(isOpen ? 200 : [409, "expense_closed"]);
          if (isOpen) status = to;
          const { data } = (await call("GET", `/${id}`)).body;
          expect(data.status).toBe(status);
          expect([data.reviewed_at, data.reviewed_by_user_id].every((each) => each !== null)).toBe(
            data.review_reason !== null,
          );
          expect(data.voided_by_user_id !== null).toBe(status === "voided");
        }
      }),
      { numRuns: runs(30) },
    );
  });

  it("has who decided, when and why", async () => {
    const { id } = await record();
    expect(refusal(await call("POST", `/${id}/review`, { decision: "reject" }))).toEqual(wrong("/reason", "required"));
    const { data } = (await call("POST", `/${id}/review`, { decision: "reject", reason: "No receipt" })).body;
    expect(data).toMatchObject({ status: "rejected", reviewed_by_user_id: 1, review_reason: "No receipt" });
    expect(data.reviewed_at).toBe(service.clock.now().toISOString());
    const corrected = await call("PATCH", `/${id}`, { amount: "11" });
    const open = { status: "recorded", reviewed_at: null, reviewed_by_user_id: null, review_reason: null };
    expect(corrected.body.data).toMatchObject(open);
    await call("POST", `/${id}/review`, { decision: "approve" });
    const gone = await call("POST", `/${id}/void`, { reason: "Refunded" });
    expect(gone.body.data).toMatchObject({ status: "voided", void_reason: "Refunded", voided_by_user_id: 1 });
  });

  it("what changes nothing is not refused", async () => {
    const { id, version } = await record({ external_id: "closed" });
    await call("POST", `/${id}/review`, { decision: "approve" });
    const same = await call("PATCH", `/${id}`, { amount: "10.00" });
    expect([same.status, same.body.data.version]).toEqual([200, version + 1]);
  });

  it("the same decision again changes nothing, also later", async () => {
    const { id } = await record();
    for (const [path, decision] of [
      ["review", { decision: "reject", reason: "No receipt" }],
      ["review", { decision: "approve" }],
      ["void", { reason: "Refunded" }],
    ] as const) {
      const first = await call("POST", `/${id}/${path}`, decision);
      service.clock.advance(60_000);
      expect((await call("POST", `/${id}/${path}`, decision)).body).toEqual(first.body);
    }
  });
});

describe("readings", () => {
  const readings = async (id: number): Promise<unknown[]> => {
    const path = `/vehicles/readings/listing?vehicle_id=${id}`;
    const answer = await service.call<VehicleReading[]>("GET", path, { token });
    return answer.body.data.map((one) => [one.source, one.odometer_m, one.engine_hours_s, one.read_at]);
  };
  const odometer = async (id: number): Promise<number | null | undefined> => {
    const answer = await service.call<Vehicle>("GET", `/vehicles/${id}?include=state`, { token });
    return answer.body.data.state?.odometer_m;
  };

  it("follow the expenses that brought them", async () => {
    const vehicle_id = await vehicle();
    const first = await record({ vehicle_id, occurred_at: at(-9), odometer_m: 1000, engine_hours_s: 60 });
    const second = await record({ vehicle_id, occurred_at: at(-5), odometer_m: 3000 });
    // A receipt of the past fits between the two.
    await record({ vehicle_id, occurred_at: at(-7), odometer_m: 2000 });
    expect(await readings(vehicle_id)).toEqual([
      ["expense", 3000, null, at(-5)],
      ["expense", 2000, null, at(-7)],
      ["expense", 1000, 60, at(-9)],
    ]);
    expect(await odometer(vehicle_id)).toBe(3000);
    await call("PATCH", `/${second.id}`, { odometer_m: 2500 });
    expect(await odometer(vehicle_id)).toBe(2500);
    await call("POST", `/${second.id}/void`, { reason: "Typing mistake" });
    expect(await odometer(vehicle_id)).toBe(2000);
    await call("PATCH", `/${first.id}`, { odometer_m: null });
    expect(await readings(vehicle_id)).toEqual([
      ["expense", 2000, null, at(-7)],
      ["expense", null, 60, at(-9)],
    ]);
  });

  it("do not go back, and agree with others of the same instant", async () => {
    const vehicle_id = await vehicle();
    await record({ vehicle_id, occurred_at: at(-5), odometer_m: 3000, engine_hours_s: 90 });
    const next = await record({ vehicle_id, occurred_at: at(-3), odometer_m: 4000 });
    const of = (more: object) => call("POST", "", body({ vehicle_id, ...more }));
    const back = await of({ occurred_at: at(-4), odometer_m: 2999 });
    expect(refusal(back)).toEqual([422, "odometer_rollback"]);
    expect(back.body.detail).toBe(
      `The odometer would go back: the reading of ${at(-5)} has 3000 m. Correct the value or occurred_at.`,
    );
    expect(refusal(await of({ engine_hours_s: 89 }))).toEqual([422, "engine_hours_rollback"]);
    expect(refusal(await of({ occurred_at: at(-5), odometer_m: 3001 }))).toEqual(wrong("/odometer_m"));
    expect(refusal(await of({ occurred_at: at(-5), engine_hours_s: 91 }))).toEqual(wrong("/engine_hours_s"));
    await record({ vehicle_id, occurred_at: at(-5), odometer_m: 3000, engine_hours_s: 90 });
    // Its own reading is in nobody's way.
    expect((await call("PATCH", `/${next.id}`, { odometer_m: 3500 })).status).toBe(200);
    expect(refusal(await call("PATCH", `/${next.id}`, { odometer_m: 2000 }))).toEqual([422, "odometer_rollback"]);
    expect(await odometer(vehicle_id)).toBe(3500);
  });
});

describe("an import", () => {
  const send = (items: readonly object[], more: object = {}) =>
    call<{ results: { outcome: string; problem: { code: string } | null }[] }>("POST", "/import", { items, ...more });
  const outcomes = ({ body: { data } }: Awaited<ReturnType<typeof send>>): unknown[] =>
    data.results.map(({ outcome, problem }) => problem?.code ?? outcome);

  it("sent again changes nothing, also what was approved", async () => {
    const vehicle_id = await vehicle();
    // The unit is that of the type.
    const fill = { vehicle_id, vehicle_expense_type_id: fuel, quantity: "20", quantity_unit: null };
    const items = [3, 1, 2].map((n) =>
      body({ ...fill, external_id: `import ${n}`, occurred_at: at(n - 9), odometer_m: n * 1000, amount: `${n}.5` }),
    );
    expect(outcomes(await send(items))).toEqual(["created", "created", "created"]);
    const { body: list } = await call<VehicleExpense[]>("GET", `/listing?vehicle_id=${vehicle_id}`);
    expect(list.data.map(({ odometer_m, amount }) => [odometer_m, amount])).toEqual([
      [3000, "3.50"],
      [2000, "2.50"],
      [1000, "1.50"],
    ]);
    await call("POST", `/${list.data[0]?.id}/review`, { decision: "approve" });
    expect(outcomes(await send(items))).toEqual(["unchanged", "unchanged", "unchanged"]);
    const changed = { vehicle_id, external_id: "import 3", amount: "4" };
    expect(outcomes(await send([changed], { mode: "best_effort" }))).toEqual(["expense_closed"]);
    expect(outcomes(await send([{ ...changed, external_id: "import 1" }], { dry_run: true }))).toEqual(["updated"]);
  });

  it("says of each item what is wrong with it", async () => {
    const vehicle_id = await vehicle();
    const item = (n: number, more: object = {}) => body({ vehicle_id, external_id: `item ${n}`, ...more });
    const items = [item(1), item(1), item(2, { amount: "0.001" }), item(3, { odometer_m: -1 }), body({ vehicle_id })];
    expect(outcomes(await send(items, { mode: "best_effort" }))).toEqual([
      "created",
      "duplicate",
      "validation_failed",
      "validation_failed",
      "validation_failed",
    ]);
  });
});

it("what is listed and imported elsewhere is the same there", async () => {
  const [one, other] = [await vehicle(), await vehicle(south)];
  for (const n of [1, 2, 3]) {
    await record({ vehicle_id: one, external_id: `copy ${n}`, occurred_at: at(-n), amount: `${n}.1`, currency: "KWD" });
  }
  const list = async (id: number): Promise<VehicleExpense[]> => {
    const answer = await call<VehicleExpense[]>("GET", `/listing?vehicle_id=${id}`);
    return answer.body.data;
  };
  const members = ({ external_id, occurred_at, amount, currency, vehicle_expense_type_id }: VehicleExpense) => ({
    external_id,
    occurred_at,
    amount,
    currency,
    vehicle_expense_type_id,
  });
  const rows = (await list(one)).map(members);
  const items = rows.map((row) => ({ ...row, vehicle_id: other }));
  expect((await call("POST", "/import", { items })).status).toBe(200);
  expect((await list(other)).map(members)).toEqual(rows);
});
