-- Vehicles: their rules, the units that are installed in them, and their counters.

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
  new.acquisition_amount := money_decimals(new.acquisition_amount, new.acquisition_currency);
  if scale(new.acquisition_amount) <> currency_decimals(new.acquisition_currency) and (tg_op = 'INSERT'
    or (new.acquisition_amount, new.acquisition_currency) is distinct from (old.acquisition_amount, old.acquisition_currency))
  then
    perform refuse('vehicles_acquisition_decimals');
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

-- Writes the state of the vehicle, so that of two changes of its readings at the same time the second one runs again and sees the
-- first.
create or replace function lock_vehicle_state(vehicle bigint) returns void language plpgsql
  set search_path = public, pg_temp as $$
begin
  perform lock_unit_state(id) from units where vehicle_id = vehicle;
  insert into vehicle_states (vehicle_id, client_id, agency_id, partner_id)
    select id, client_id, agency_id, partner_id from vehicles where id = vehicle
    on conflict (vehicle_id) do update set vehicle_id = excluded.vehicle_id;
end $$;
create or replace function start_vehicle_reading() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  perform lock_vehicle_state(new.vehicle_id);
  return new;
end $$;

-- What the counters of a vehicle show.
create or replace function vehicle_counters(vehicle bigint, out odometer_m bigint, out engine_hours_s bigint) language sql stable
  set search_path = public, pg_temp as $$
  select counter_value(counter_value(u.odometer_device_m, u.odometer_offset_m, u.odometer_reading_m),
      s.odometer_offset_m, s.odometer_m),
    counter_value(counter_value(u.engine_hours_device_s, u.engine_hours_offset_s, u.engine_hours_reading_s),
      s.engine_hours_offset_s, s.engine_hours_s)
  from vehicle_states s left join units i on i.vehicle_id = s.vehicle_id left join unit_states u on u.unit_id = i.id
  where s.vehicle_id = vehicle
$$;

-- The newest reading of a counter sets its offset. A reading keeps how far it moved what the counter shows, so that it can be removed.
create or replace function apply_vehicle_reading() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
declare
  before record;
  after record;
begin
  select * into before from vehicle_counters(new.vehicle_id);
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
      where vehicle_id = new.vehicle_id and client_id = new.client_id;
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
      where vehicle_id = new.vehicle_id and client_id = new.client_id;
  end if;
  select * into after from vehicle_counters(new.vehicle_id);
  if new.odometer_m is not null then new.odometer_shift_m := after.odometer_m - before.odometer_m; end if;
  if new.engine_hours_s is not null then new.engine_hours_shift_s := after.engine_hours_s - before.engine_hours_s; end if;
  return new;
end $$;

-- After a reading was removed, the counter shows what it would show without it: what the unit has counted since stays, and the newest
-- reading that is left says how much there is at least.
create or replace function forget_vehicle_reading() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
declare
  newest vehicle_readings;
begin
  if old.odometer_m is not null then
    -- How far the next one moved it counts from before the removed one.
    update vehicle_readings set odometer_shift_m = odometer_shift_m + old.odometer_shift_m where old.odometer_shift_m <> 0 and id = (
      select id from vehicle_readings where vehicle_id = old.vehicle_id and client_id = old.client_id
        and read_at > old.read_at and odometer_m is not null and odometer_shift_m is distinct from 0 order by read_at limit 1);
    select * into newest from vehicle_readings
      where vehicle_id = old.vehicle_id and client_id = old.client_id and odometer_m is not null order by read_at desc limit 1;
    update vehicle_states s set odometer_m = newest.odometer_m, odometer_at = newest.read_at, odometer_source = newest.source,
        odometer_offset_m = case when newest.id is not null then greatest(
          odometer_offset_m - coalesce(old.odometer_shift_m, old.odometer_m - newest.odometer_m),
          newest.odometer_m - (select counter_value(u.odometer_device_m, u.odometer_offset_m, u.odometer_reading_m)
            from units i join unit_states u on u.unit_id = i.id where i.vehicle_id = s.vehicle_id)) end
      where vehicle_id = old.vehicle_id and client_id = old.client_id and odometer_at = old.read_at;
  end if;
  if old.engine_hours_s is not null then
    -- How far the next one moved it counts from before the removed one.
    update vehicle_readings set engine_hours_shift_s = engine_hours_shift_s + old.engine_hours_shift_s where old.engine_hours_shift_s <> 0 and id = (
      select id from vehicle_readings where vehicle_id = old.vehicle_id and client_id = old.client_id
        and read_at > old.read_at and engine_hours_s is not null and engine_hours_shift_s is distinct from 0 order by read_at limit 1);
    select * into newest from vehicle_readings
      where vehicle_id = old.vehicle_id and client_id = old.client_id and engine_hours_s is not null order by read_at desc limit 1;
    update vehicle_states s set engine_hours_s = newest.engine_hours_s, engine_hours_at = newest.read_at, engine_hours_source = newest.source,
        engine_hours_offset_s = case when newest.id is not null then greatest(
          engine_hours_offset_s - coalesce(old.engine_hours_shift_s, old.engine_hours_s - newest.engine_hours_s),
          newest.engine_hours_s - (select counter_value(u.engine_hours_device_s, u.engine_hours_offset_s, u.engine_hours_reading_s)
            from units i join unit_states u on u.unit_id = i.id where i.vehicle_id = s.vehicle_id)) end
      where vehicle_id = old.vehicle_id and client_id = old.client_id and engine_hours_at = old.read_at;
  end if;
  perform set_vehicle_offsets(old.vehicle_id);
  return null;
end $$;
