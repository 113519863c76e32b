-- Vehicles: their rules, the units that are installed in them, and their counters.

-- Folds a string and removes its spaces and hyphens. Plates are compared in this form.
create or replace function without_spaces(value text) returns text language sql immutable parallel safe
  return regexp_replace(fold_case(value), '[\s\u00a0\u1680\u2000-\u200a\u2010-\u2015\u202f\u205f\u3000-]+', '', 'g');

-- An amount without a currency is in that of the client, and a currency goes with its amount.
create or replace function check_vehicle() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  if new.acquisition_amount is not null and new.acquisition_currency is null then
    new.acquisition_currency := (select currency from clients where id = new.client_id);
  elsif tg_op = 'UPDATE' and new.acquisition_amount is null
    and new.acquisition_currency is not distinct from old.acquisition_currency
  then
    new.acquisition_currency := null;
  end if;
  return new;
end $$;

-- Installing or removing a unit updates the rows of the unit and of the vehicle, so a concurrent deletion conflicts and is retried.
create or replace function refuse_vehicle_with_unit() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  if new.unit_id is not null then perform refuse('vehicles_installed', '23503'); end if;
  return new;
end $$;
create or replace function refuse_installed_unit() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  if new.vehicle_id is not null then perform refuse('units_installed', '23503'); end if;
  return new;
end $$;

-- When a vehicle or a unit changes its client, its current installation ends, and the counters of a vehicle begin again. The
-- argument is the column of its id.
create or replace function end_unit_assignments() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  execute format('update vehicle_unit_assignments set updated_at = $2,
      removed_at = greatest($2, installed_at)
    where %I = $1 and removed_at is null and deleted_at is null', tg_argv[0]) using new.id, new.updated_at;
  if tg_argv[0] = 'vehicle_id' then delete from vehicle_states where vehicle_id = new.id; end if;
  return null;
end $$;

-- Only a live vehicle and a live unit of one client can be put together, and the unit must belong to the client for the whole time.
-- Both rows are locked, the vehicle first, before the row is written: another installation that waits for it must not have them.
create or replace function check_unit_assignment() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
declare
  vehicle vehicles;
  unit units;
  owned_until timestamptz;
begin
  -- A current installation has no reason for its end. One that is made current again loses the reason that it had.
  if new.removed_at is null and new.removal_reason is not null then
    if tg_op = 'UPDATE' and old.removed_at is not null and new.removal_reason is not distinct from old.removal_reason then
      new.removal_reason := null;
    else
      perform refuse('vehicle_unit_assignments_reason');
    end if;
  end if;
  if tg_op = 'UPDATE' and (new.installed_at, new.removed_at, new.deleted_at)
    is not distinct from (old.installed_at, old.removed_at, old.deleted_at) then return new; end if;
  select * into vehicle from vehicles where id = new.vehicle_id for no key update;
  select * into unit from units where id = new.unit_id for no key update;
  if new.deleted_at is not null then return new; end if;
  if new.removed_at is null then
    if vehicle.client_id is distinct from new.client_id or vehicle.deleted_at is not null then
      perform refuse('vehicle_unit_assignments_vehicle', '23503');
    end if;
    if unit.client_id is distinct from new.client_id or unit.deleted_at is not null then
      perform refuse('vehicle_unit_assignments_unit', '23503');
    end if;
  end if;
  select max(coalesce("to", 'infinity')) into owned_until from unit_ownerships
    where unit_id = new.unit_id and client_id = new.client_id
      and "from" <= new.installed_at and coalesce("to", 'infinity') >= new.installed_at;
  if owned_until is null then perform refuse('vehicle_unit_assignments_owned_from'); end if;
  if coalesce(new.removed_at, 'infinity') > owned_until then perform refuse('vehicle_unit_assignments_owned_to'); end if;
  return new;
end $$;

-- Writes the state of a unit, so that a concurrent report waits, or this transaction is retried and sees it: a first counter that
-- neither sees would never set an offset.
create or replace function lock_unit_state(unit bigint) returns void language plpgsql
  set search_path = public, pg_temp as $$
begin
  insert into unit_states (unit_id, client_id, agency_id, partner_id)
    select id, client_id, agency_id, partner_id from units where id = unit
    on conflict (unit_id) do update set unit_id = excluded.unit_id;
end $$;

-- Writes both sides of an installation that begins or ends, and the counters of the vehicle.
create or replace function apply_unit_assignment() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
declare
  was_open boolean := tg_op = 'UPDATE' and old.deleted_at is null and old.removed_at is null;
  is_open boolean := new.deleted_at is null and new.removed_at is null;
begin
  if was_open = is_open then return null; end if;
  if was_open then
    if new.deleted_at is null then perform keep_vehicle_counters(new.id); end if;
    update vehicles set unit_id = null, updated_at = new.updated_at where id = new.vehicle_id;
    update units set vehicle_id = null, updated_at = new.updated_at where id = new.unit_id;
  else
    perform lock_unit_state(new.unit_id);
    update vehicles set unit_id = new.unit_id, updated_at = new.updated_at where id = new.vehicle_id;
    update units set vehicle_id = new.vehicle_id, updated_at = new.updated_at where id = new.unit_id;
  end if;
  insert into vehicle_states (vehicle_id, client_id, agency_id, partner_id)
    values (new.vehicle_id, new.client_id, new.agency_id, new.partner_id)
    on conflict (vehicle_id) do update set odometer_offset_m = null, engine_hours_offset_s = null;
  perform set_vehicle_offsets(new.vehicle_id);
  return null;
end $$;

-- Sets the offsets of a vehicle that are not known, as soon as the unit has a counter: what the newest reading is above it. A
-- vehicle without a reading takes over the counter as it is.
create or replace function set_vehicle_offsets(vehicle bigint) returns void language plpgsql
  set search_path = public, pg_temp as $$
begin
  update vehicle_states s set
    odometer_offset_m = coalesce(s.odometer_offset_m, case when s.odometer_m is null then 0
      else s.odometer_m - counter_value(u.odometer_device_m, u.odometer_offset_m, u.odometer_reading_m) end),
    engine_hours_offset_s = coalesce(s.engine_hours_offset_s, case when s.engine_hours_s is null then 0
      else s.engine_hours_s - counter_value(u.engine_hours_device_s, u.engine_hours_offset_s, u.engine_hours_reading_s) end)
    from units i left join unit_states u on u.unit_id = i.id
    where s.vehicle_id = vehicle and i.vehicle_id = vehicle
      and (s.odometer_offset_m is null or s.engine_hours_offset_s is null);
end $$;
create or replace function settle_vehicle_counters() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  perform set_vehicle_offsets(vehicle_id) from units where id = new.unit_id and vehicle_id is not null;
  return null;
end $$;

-- Records what the counters of a vehicle are when its unit is removed. What the unit reported later than a day after its removal
-- says nothing of the vehicle, and what it reported before its installation only to a vehicle that took it over.
create or replace function keep_vehicle_counters(assignment_id bigint) returns void language plpgsql
  set search_path = public, pg_temp as $$
declare
  assignment record;
  one record;
begin
  select * into assignment from vehicle_unit_assignments where id = assignment_id;
  for one in
    select counter, value, was, at from vehicle_states s join unit_states u on u.unit_id = assignment.unit_id,
      lateral (values
        ('odometer_m', s.odometer_m, s.odometer_at, greatest(u.odometer_device_at, u.odometer_reading_at), counter_value(
          counter_value(u.odometer_device_m, u.odometer_offset_m, u.odometer_reading_m), s.odometer_offset_m, null)),
        ('engine_hours_s', s.engine_hours_s, s.engine_hours_at, greatest(u.engine_hours_device_at, u.engine_hours_reading_at),
          counter_value(counter_value(u.engine_hours_device_s, u.engine_hours_offset_s, u.engine_hours_reading_s),
            s.engine_hours_offset_s, null))
      ) c (counter, was, was_at, seen_at, value),
      lateral (select least(greatest(seen_at, assignment.installed_at), assignment.removed_at) as at) a
    where s.vehicle_id = assignment.vehicle_id and value is not null
      and (was_at is null or seen_at >= assignment.installed_at and at > was_at)
      and seen_at <= assignment.removed_at + interval '1 day'
  loop
    execute format('insert into vehicle_readings
        (vehicle_id, client_id, read_at, %I, source, is_correction, created_by_id, created_at)
      values ($1, $2, $3, $4, ''unit'', $4 < coalesce($5, 0), request_user(), $6)', one.counter)
      using assignment.vehicle_id, assignment.client_id, one.at, one.value, one.was, assignment.updated_at;
  end loop;
end $$;

-- Writes the state of the vehicle, so that of two readings of a vehicle at the same time the second one runs again and sees the
-- first.
create or replace function start_vehicle_reading() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  perform lock_unit_state(id) from units where vehicle_id = new.vehicle_id;
  insert into vehicle_states (vehicle_id, client_id, agency_id, partner_id)
    select id, client_id, agency_id, partner_id from vehicles where id = new.vehicle_id
    on conflict (vehicle_id) do update set vehicle_id = excluded.vehicle_id;
  return new;
end $$;

-- The newest reading of a counter sets its offset.
create or replace function apply_vehicle_reading() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  if new.odometer_m is not null and not exists (select from vehicle_readings
    where vehicle_id = new.vehicle_id and client_id = new.client_id and odometer_m is not null and read_at > new.read_at)
  then
    update vehicle_states set
      odometer_m = new.odometer_m, odometer_at = new.read_at, odometer_source = new.source,
      odometer_offset_m = (select case when odometer_offset_m is null then new.odometer_m - value
          when value is not null then reading_offset(new.odometer_m - value, odometer_offset_m, at - new.read_at) end
        from units i join unit_states u on u.unit_id = i.id,
          lateral (select counter_value(u.odometer_device_m, u.odometer_offset_m, u.odometer_reading_m) as value,
            greatest(u.odometer_device_at, u.odometer_reading_at) as at) c
        where i.vehicle_id = new.vehicle_id)
      where vehicle_id = new.vehicle_id;
  end if;
  if new.engine_hours_s is not null and not exists (select from vehicle_readings
    where vehicle_id = new.vehicle_id and client_id = new.client_id and engine_hours_s is not null and read_at > new.read_at)
  then
    update vehicle_states set
      engine_hours_s = new.engine_hours_s, engine_hours_at = new.read_at, engine_hours_source = new.source,
      engine_hours_offset_s = (select case when engine_hours_offset_s is null then new.engine_hours_s - value
          when value is not null then reading_offset(new.engine_hours_s - value, engine_hours_offset_s, at - new.read_at) end
        from units i join unit_states u on u.unit_id = i.id,
          lateral (select counter_value(u.engine_hours_device_s, u.engine_hours_offset_s, u.engine_hours_reading_s) as value,
            greatest(u.engine_hours_device_at, u.engine_hours_reading_at) as at) c
        where i.vehicle_id = new.vehicle_id)
      where vehicle_id = new.vehicle_id;
  end if;
  return null;
end $$;
