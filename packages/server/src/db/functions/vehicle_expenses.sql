-- Vehicle expenses and their types: who may change which type, the life of an expense, its counts and its reading.

-- Types of the service never change, and those of a partner only by callers whose scope is the whole partner. One that an expense
-- has had stays: whoever records the first one writes the type, so a concurrent deletion conflicts and is retried.
create or replace function check_vehicle_expense_type() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  if current_user = 'fleet_app' then
    if new.partner_id is null then perform refuse('vehicle_expense_types_system'); end if;
    if new.client_id is null and (new.partner_id = any (scope_partners())) is not true then
      perform refuse('vehicle_expense_types_shared');
    end if;
  end if;
  if new.deleted_at is not null and new.is_used then perform refuse('vehicle_expense_types_used', '23503'); end if;
  return new;
end $$;

-- Marks a type as used, with the rights of the owner: requests change no types of others.
create or replace function use_vehicle_expense_type(type bigint) returns void language plpgsql security definer
  set search_path = public, pg_temp as $$
declare
  owner_access text := coalesce(current_setting('fleet.owner_access', true), '');
begin
  perform set_config('fleet.owner_access', 'on', true);
  update vehicle_expense_types set is_used = true where id = type and not is_used;
  perform set_config('fleet.owner_access', owner_access, true);
end $$;

-- The values of an expense, and what it refers to. A reference that a change keeps may have been deleted or deactivated meanwhile.
create or replace function check_vehicle_expense() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
declare
  type vehicle_expense_types;
begin
  new.amount := money_decimals(new.amount, new.currency);
  new.tax_amount := money_decimals(new.tax_amount, new.currency);
  new.tax_rate_percent := trim_scale(new.tax_rate_percent);
  new.quantity := trim_scale(new.quantity);
  new.unit_price := trim_scale(new.unit_price);
  if new.occurred_at > change_instant() + interval '1 minute' and (tg_op = 'INSERT' or new.occurred_at <> old.occurred_at) then
    perform refuse('vehicle_expenses_occurred_at');
  end if;
  if new.driver_id is not null and (tg_op = 'INSERT' or new.driver_id is distinct from old.driver_id) and not exists (
    select from drivers where id = new.driver_id and client_id = new.client_id and deleted_at is null)
  then
    perform refuse('vehicle_expenses_driver', '23503');
  end if;
  if tg_op = 'INSERT' or (new.vehicle_expense_type_id, new.quantity, new.quantity_unit)
    is distinct from (old.vehicle_expense_type_id, old.quantity, old.quantity_unit)
  then
    select * into type from vehicle_expense_types where id = new.vehicle_expense_type_id;
    if tg_op = 'INSERT' or new.vehicle_expense_type_id <> old.vehicle_expense_type_id then
      if type.id is null or type.deleted_at is not null
        or coalesce(type.client_id, new.client_id) <> new.client_id or coalesce(type.partner_id, new.partner_id) <> new.partner_id
      then
        perform refuse('vehicle_expenses_type', '23503');
      end if;
      if not type.is_active then perform refuse('vehicle_expenses_type_is_active'); end if;
      if not type.is_used then perform use_vehicle_expense_type(type.id); end if;
    end if;
    if type.requires_quantity and new.quantity is null then perform refuse('vehicle_expenses_quantity'); end if;
    if tg_op = 'UPDATE' and new.quantity is null and new.quantity_unit is not distinct from old.quantity_unit then
      new.quantity_unit := null;
    end if;
    if new.quantity is not null then new.quantity_unit := coalesce(new.quantity_unit, type.quantity_unit); end if;
    if new.quantity_unit <> type.quantity_unit then perform refuse('vehicle_expenses_quantity_unit'); end if;
  end if;
  return new;
end $$;

-- The life of an expense, after its values: what means the same as before is no change. Requests change nothing that is approved or
-- voided, except that they may void what is approved. A rejected expense that is changed is to be reviewed again.
create or replace function check_vehicle_expense_life() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
declare
  kept constant text[] := array['status', 'reviewed_at', 'reviewed_by_user_id', 'review_reason', 'voided_at', 'voided_by_user_id',
    'void_reason', 'updated_at', 'version', 'agency_id', 'partner_id'] || generated_columns();
  is_change constant boolean := (to_jsonb(new) - kept)::text <> (to_jsonb(old) - kept)::text;
  is_decision constant boolean :=
    (new.status, new.review_reason, new.void_reason) is distinct from (old.status, old.review_reason, old.void_reason);
begin
  -- The same decision again changes nothing.
  if not is_decision then
    new.reviewed_at := old.reviewed_at;
    new.reviewed_by_user_id := old.reviewed_by_user_id;
    new.voided_at := old.voided_at;
    new.voided_by_user_id := old.voided_by_user_id;
  end if;
  if current_user = 'fleet_app' and (is_change or is_decision)
    and (old.status = 'voided' or old.status = 'approved' and (is_change or new.status <> 'voided'))
  then
    perform refuse('vehicle_expenses_closed');
  end if;
  if is_change and old.status = 'rejected' then
    new.status := 'recorded';
    new.reviewed_at := null;
    new.reviewed_by_user_id := null;
    new.review_reason := null;
  end if;
  return new;
end $$;

-- Counts expenses by client and type. Rows are written in one order, so that two writers cannot wait for each other.
create or replace function count_vehicle_expenses() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
declare
  owner_access text := coalesce(current_setting('fleet.owner_access', true), '');
  added constant text := 'select client_id, vehicle_expense_type_id, 1 as change from new_rows where deleted_at is null';
  removed constant text := 'select client_id, vehicle_expense_type_id, -1 from old_rows where deleted_at is null';
begin
  perform set_config('fleet.owner_access', 'on', true);
  execute format('insert into vehicle_expense_usage as u (client_id, agency_id, partner_id, vehicle_expense_type_id, expenses)
    select c.id, c.agency_id, c.partner_id, r.vehicle_expense_type_id, sum(r.change)
    from (%s) r join clients c on c.id = r.client_id
    group by 1, 2, 3, 4 having sum(r.change) <> 0 order by 1, 4
    on conflict (client_id, vehicle_expense_type_id) do update set expenses = u.expenses + excluded.expenses',
    case tg_op when 'INSERT' then added else added || ' union all ' || removed end);
  perform set_config('fleet.owner_access', owner_access, true);
  return null;
end $$;

-- The odometer and the engine hours of an expense are a reading of the vehicle, as long as the expense is not voided.
create or replace function apply_vehicle_expense_reading() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  if num_nonnulls(new.odometer_m, new.engine_hours_s, old.odometer_m, old.engine_hours_s) = 0
    or tg_op = 'UPDATE' and (new.occurred_at, new.odometer_m, new.engine_hours_s, new.status = 'voided')
      is not distinct from (old.occurred_at, old.odometer_m, old.engine_hours_s, old.status = 'voided') then return null; end if;
  perform write_vehicle_expense_reading(new.id);
  return null;
end $$;

-- With the rights of the owner: requests only add readings. A value that another reading of the same instant has is not added again;
-- when that reading goes, the other expenses that say the same bring theirs.
create or replace function write_vehicle_expense_reading(expense bigint) returns void language plpgsql security definer
  set search_path = public, pg_temp as $$
declare
  owner_access text := coalesce(current_setting('fleet.owner_access', true), '');
  gone vehicle_readings;
  one record;
begin
  perform set_config('fleet.owner_access', 'on', true);
  perform lock_vehicle_state(vehicle_id) from vehicle_expenses where id = expense;
  delete from vehicle_readings where vehicle_expense_id = expense returning * into gone;
  for one in
    select e.*, false as is_other from vehicle_expenses e where id = expense
    union all (select e.*, true from vehicle_expenses e where vehicle_id = gone.vehicle_id and client_id = gone.client_id
      and occurred_at = gone.read_at and id <> expense and num_nonnulls(odometer_m, engine_hours_s) > 0 order by id)
  loop
    continue when one.status = 'voided';
    delete from vehicle_readings where one.is_other and vehicle_expense_id = one.id;
    insert into vehicle_readings
        (vehicle_id, client_id, read_at, odometer_m, engine_hours_s, source, created_by_id, created_at, vehicle_expense_id)
      select one.vehicle_id, one.client_id, one.occurred_at, odometer, engine_hours, 'expense', request_user(), one.updated_at, one.id
      from (select
        case when not exists (select from vehicle_readings r where r.vehicle_id = one.vehicle_id and r.client_id = one.client_id
          and r.read_at = one.occurred_at and (r.odometer_m = one.odometer_m or one.is_other and r.odometer_m is not null))
          then one.odometer_m end as odometer,
        case when not exists (select from vehicle_readings r where r.vehicle_id = one.vehicle_id and r.client_id = one.client_id
          and r.read_at = one.occurred_at and (r.engine_hours_s = one.engine_hours_s or one.is_other and r.engine_hours_s is not null))
          then one.engine_hours_s end as engine_hours) c
      where num_nonnulls(odometer, engine_hours) > 0;
  end loop;
  perform set_config('fleet.owner_access', owner_access, true);
end $$;

-- The types of the service, into an empty table.
create or replace procedure create_system_expense_types() language plpgsql
  set search_path = public, pg_temp as $$
declare
  instant text := coalesce(current_setting('fleet.now', true), '');
begin
  -- Their audit log is the same in each database.
  perform set_config('fleet.now', '2026-01-01Z', true);
  insert into vehicle_expense_types (name, code, category, requires_quantity, quantity_unit, sort_order, created_at, updated_at)
    select name, code, category, category in ('fuel', 'energy'), unit, sort_order, '2026-01-01Z', '2026-01-01Z'
    from (values
      (10, 'Fuel', 'fuel', 'fuel', 'l'),
      (20, 'Electricity', 'electricity', 'energy', 'kwh'),
      (30, 'Diesel exhaust fluid', 'diesel_exhaust_fluid', 'other', 'l'),
      (40, 'Maintenance', 'maintenance', 'maintenance', null),
      (50, 'Repair', 'repair', 'repair', null),
      (60, 'Tyres', 'tyres', 'tyres', 'piece'),
      (70, 'Insurance', 'insurance', 'insurance', null),
      (80, 'Vehicle tax', 'vehicle_tax', 'tax', null),
      (90, 'Toll', 'toll', 'toll', null),
      (100, 'Parking', 'parking', 'parking', null),
      (110, 'Fine', 'fine', 'fine', null),
      (120, 'Lease', 'lease', 'lease', null),
      (130, 'Cleaning', 'cleaning', 'cleaning', null),
      (140, 'Equipment', 'equipment', 'equipment', null),
      (150, 'Other', 'other', 'other', null)
    ) system (sort_order, name, code, category, unit);
  perform set_config('fleet.now', instant, true);
end $$;
