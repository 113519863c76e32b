-- Units: their rules, which client a unit belonged to when, and what readings of their counters change.

-- The service completes bodies; of two changes at the same time, each may be right without the other.
create or replace function check_unit() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  if new.identifier_type = 'imei' and new.imei is distinct from new.identifier then perform refuse('units_imei'); end if;
  return new;
end $$;

create or replace function begin_unit_ownerships() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  insert into unit_ownerships (unit_id, client_id, agency_id, partner_id, "from")
    select id, client_id, agency_id, partner_id, created_at from changed order by id;
  return null;
end $$;
-- What the device reported before belongs to the time of the former owner. The row may be younger than the snapshot: then the
-- insert fails with a serialization failure, whereas a deletion alone would leave the row.
create or replace function change_unit_ownership() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  insert into unit_states (unit_id, client_id, agency_id, partner_id)
    values (new.id, new.client_id, new.agency_id, new.partner_id)
    on conflict (unit_id) do update set unit_id = excluded.unit_id;
  delete from unit_states where unit_id = new.id;
  delete from latest_positions where unit_id = new.id;
  update unit_ownerships set "to" = new.updated_at where unit_id = new.id and "to" is null;
  insert into unit_ownerships (unit_id, client_id, agency_id, partner_id, "from")
    values (new.id, new.client_id, new.agency_id, new.partner_id, new.updated_at);
  return null;
end $$;

-- Keeps the unit with its client, and writes its state, so that of two readings of a unit at the same time the second one runs
-- again and sees the first. The chain of readings is that of one ownership.
create or replace function check_unit_reading() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  -- In the order of those who move a unit: first the unit, then its state.
  perform from units where id = new.unit_id for key share;
  select id into new.ownership_id from unit_ownerships
    where unit_id = new.unit_id and client_id = new.client_id and "to" is null and "from" <= new.read_at;
  if not found then perform refuse('unit_readings_owner'); end if;
  insert into unit_states (unit_id, client_id, agency_id, partner_id)
    values (new.unit_id, new.client_id, new.agency_id, new.partner_id)
    on conflict (unit_id) do update set client_id = excluded.client_id;
  return new;
end $$;

-- The newest reading of a counter sets its offset.
create or replace function apply_unit_reading() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  if new.odometer_m is not null and not exists (select from unit_readings
    where ownership_id = new.ownership_id and odometer_m is not null and read_at > new.read_at)
  then
    update unit_states set
      odometer_reading_m = new.odometer_m, odometer_reading_at = new.read_at, odometer_reading_source = new.source,
      odometer_anchor_at = odometer_device_at,
      odometer_offset_m = reading_offset(new.odometer_m - odometer_device_m, odometer_offset_m,
        odometer_device_at - new.read_at)
      where unit_id = new.unit_id;
  end if;
  if new.engine_hours_s is not null and not exists (select from unit_readings
    where ownership_id = new.ownership_id and engine_hours_s is not null and read_at > new.read_at)
  then
    update unit_states set
      engine_hours_reading_s = new.engine_hours_s, engine_hours_reading_at = new.read_at,
      engine_hours_reading_source = new.source, engine_hours_anchor_at = engine_hours_device_at,
      engine_hours_offset_s = reading_offset(new.engine_hours_s - engine_hours_device_s, engine_hours_offset_s,
        engine_hours_device_at - new.read_at)
      where unit_id = new.unit_id;
  end if;
  return null;
end $$;
