import { currencyDecimals } from "@fleet-api/contract/records";
import type { Db } from "../db/db.ts";
import type { DemoRandom } from "./demo-random.ts";
import { instant } from "./demo-units.ts";
import { demoClients, demoPartner } from "./organisation.ts";

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const MONTHS = 12;
const VEHICLES_OF_A_CLIENT = 3;

/** The price of a litre of fuel, by currency. */
const fuelPrices: Readonly<Record<string, number>> = { KES: 178.62, UGX: 5050, EUR: 1.689, KWD: 0.115 };

interface ExpenseSeed {
  readonly now: Date;
  readonly founded: Date;
  readonly clientIds: ReadonlyMap<string, number>;
  readonly random: DemoRandom;
}

type Row = Readonly<Record<string, unknown>>;

const columns = `vehicle_id, vehicle_expense_type_id, occurred_at, amount, currency, tax_amount, quantity, quantity_unit, unit_price,
  is_full_tank, odometer_m, payment_method, reference, status, reviewed_at`;

/**
 * Adds a type of the partner, a type of the first client, and the expenses of 12 months of up to three vehicles of each client: fuel
 * and tolls each month, services and insurance. The last month is not reviewed yet. The first expense is of the first vehicle: the
 * examples of the contract are about it.
 */
export async function seedExpenses(tx: Db, { now, founded, clientIds, random }: ExpenseSeed): Promise<void> {
  const [first = 0] = clientIds.values();
  await tx.query(
    `insert into vehicle_expense_types (client_id, partner_id, name, code, category, created_at, updated_at)
     values (null, $1, 'Roadside assistance', 'roadside_assistance', 'repair', $3, $3),
       ($2, null, 'Weighbridge', 'weighbridge', 'other', $3, $3)`,
    [demoPartner.id, first, founded],
  );
  const rows: Row[] = [
    { ...expenseOf(1, 9, "KES", 1200, instant(now, -DAY)), quantity: 1, quantity_unit: "piece", reference: "R-1001" },
  ];
  for (const { key, currency } of demoClients) {
    const vehicles = await tx.query<{ id: number }>(
      `select id from vehicles v where client_id = $1 and fuel_type = 'diesel' and id > 1 and deleted_at is null
         and not exists (select from vehicle_readings where vehicle_id = v.id) order by id limit $2`,
      [clientIds.get(key) ?? 0, VEHICLES_OF_A_CLIENT],
    );
    for (const { id } of vehicles) rows.push(...expensesOf(id, currency, now, random));
  }
  // Nothing is recorded before it happens.
  await tx.query("select set_config('fleet.now', $1, true)", [now.toISOString()]);
  await tx.query(
    `insert into vehicle_expenses (${columns}, created_at, updated_at)
       select ${columns}, occurred_at, coalesce(reviewed_at, occurred_at)
       from json_populate_recordset(null::vehicle_expenses, $1::json) with ordinality r order by r.ordinality`,
    [JSON.stringify(rows)],
  );
  await tx.query("select set_config('fleet.now', $1, true)", [founded.toISOString()]);
}

/** The expenses of one vehicle, oldest first. */
function expensesOf(vehicle: number, currency: string, now: Date, random: DemoRandom): Row[] {
  const price = fuelPrices[currency] ?? 1;
  let odometer_m = random.int(20_000, 90_000) * 1000;
  return Array.from({ length: MONTHS }, (_, index) => MONTHS - index).flatMap((month) => {
    const at = now.getTime() - month * 30 * DAY + random.int(1, 20) * DAY;
    const distance_km = random.int(700, 1600);
    odometer_m += distance_km * 1000;
    const litres = (distance_km * random.int(75, 110)) / 1000;
    const expense = (type: number, amount: number, days: number): Row => {
      const occurred = at + days * DAY + random.int(6, 18) * HOUR;
      const isReviewed = month > 1;
      return {
        ...expenseOf(vehicle, type, currency, amount, new Date(occurred).toISOString()),
        status: isReviewed ? "approved" : "recorded",
        reviewed_at: isReviewed ? new Date(occurred + DAY).toISOString() : null,
      };
    };
    return [
      { ...expense(1, litres * price, 0), quantity: litres, unit_price: price, is_full_tank: true, odometer_m },
      expense(9, random.int(3, 20) * price, 2),
      ...(month % 6 === 0 ? [expense(4, random.int(60, 140) * price, 4)] : []),
      ...(month === 11 ? [expense(7, random.int(300, 600) * price, 5)] : []),
    ];
  });
}

function expenseOf(
  vehicle_id: number,
  vehicle_expense_type_id: number,
  currency: string,
  amount: number,
  at: string,
): Row {
  const money = (value: number): string => value.toFixed(currencyDecimals[currency] ?? 2);
  return {
    vehicle_id,
    vehicle_expense_type_id,
    occurred_at: at,
    amount: money(amount),
    currency,
    tax_amount: money(amount * 0.14),
    payment_method: vehicle_expense_type_id === 1 ? "fuel_card" : "card",
    status: "recorded",
  };
}
