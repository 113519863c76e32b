import type { Db } from "../db/db.ts";

const DAY_MS = 24 * 60 * 60_000;
const DAYS = 730;
const BATCH = 250_000;

/** What expenses are added to: vehicles from this id on. */
interface ExpenseGrowth {
  readonly count: number;
  readonly firstVehicle: number;
  readonly now: Date;
}

/** Adds approved expenses of the two years until now, in turn to each vehicle; every other one is a full tank of fuel. */
export async function addExpenses(db: Db, { count, firstVehicle, now }: ExpenseGrowth): Promise<void> {
  const began = new Date(now.getTime() - DAYS * DAY_MS);
  await db.transaction(async (tx) => {
    // Triggers would look up each vehicle and write its readings, one expense at a time.
    await tx.query("set local session_replication_role = replica");
    // It takes less time to build the indexes at the end.
    const indexes = await tx.query<{ name: string; definition: string }>(
      `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
       where indrelid = 'vehicle_expenses'::regclass and not indisprimary`,
    );
    for (const { name } of indexes) await tx.query(`drop index ${name}`);
    const [{ many = 0 } = {}] = await tx.query<{ many: number }>(
      "select count(*)::integer as many from vehicles where id >= $1",
      [firstVehicle],
    );
    for (let done = 0; done < count; done += BATCH) {
      await tx.query(
        `with vehicle as (select *, row_number() over (order by id) - 1 as place
           from vehicles where id >= $1)
         insert into vehicle_expenses (client_id, agency_id, partner_id, vehicle_id, vehicle_expense_type_id, occurred_at,
           amount, currency, tax_amount, quantity, quantity_unit, is_full_tank, odometer_m, reference, status, created_at,
           updated_at)
         select v.client_id, v.agency_id, v.partner_id, v.id, case n % 2 when 0 then 1 else 2 + n / 2 % 15 end, at,
           round((10 + n % 9000) / 100.0, 2), 'EUR', round((n % 10) / 100.0, 2), case n % 2 when 0 then 30 + n % 40 end,
           case n % 2 when 0 then 'l' end, case n % 2 when 0 then true end,
           case n % 2 when 0 then 1000 * (1 + n / $6::bigint) end, 'G-' || n, 'approved', at, at
         from generate_series($2::bigint, $3::bigint) n
           join vehicle v on v.place = n % $6::bigint,
           lateral (select $4::timestamptz + interval '${DAYS} days' * (n / $5::float8) as at) t`,
        [firstVehicle, done, Math.min(done + BATCH, count) - 1, began, count, many],
      );
    }
    for (const { definition } of indexes) await tx.query(definition);
    await tx.query(
      `insert into vehicle_expense_usage (client_id, agency_id, partner_id, vehicle_expense_type_id, expenses)
       select client_id, agency_id, partner_id, vehicle_expense_type_id, count(*) from vehicle_expenses
       where vehicle_id >= $1 group by 1, 2, 3, 4
       on conflict (client_id, vehicle_expense_type_id) do update
         set expenses = vehicle_expense_usage.expenses + excluded.expenses`,
      [firstVehicle],
    );
  });
}
