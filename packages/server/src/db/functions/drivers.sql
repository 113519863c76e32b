-- Drivers: their rules, their assignments, their tags, and what is left of a person who was erased.

create or replace function full_name(first_name text, middle_name text, last_name text) returns text
  language sql immutable parallel safe
  return first_name || coalesce(' ' || middle_name, '') || ' ' || last_name;

-- The user account of a driver reaches the client. What is erased stays so.
create or replace function check_driver() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  if new.user_id is not null and (tg_op = 'INSERT' or new.user_id is distinct from old.user_id) and not exists (
    select from users u where u.id = new.user_id and case u.scope_level
      when 'partner' then u.partner_id = new.partner_id
      when 'agency' then u.agency_id = new.agency_id
      else exists (select from user_clients c where c.user_id = u.id and c.client_id = new.client_id) end)
  then
    perform refuse('drivers_user', '23503');
  end if;
  if new.deleted_at is null and new.erased_at is not null then perform refuse('drivers_erased'); end if;
  return new;
end $$;

-- Whoever records an assignment writes the rows of the vehicle and the driver, so a concurrent deletion conflicts and is retried.
create or replace function refuse_assigned_driver() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  if exists (select from driver_assignments
    where driver_id = new.id and deleted_at is null and (ended_at is null or ended_at > change_instant()))
  then
    perform refuse('drivers_assigned', '23503');
  end if;
  return new;
end $$;
create or replace function refuse_assigned_vehicle() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  if exists (select from driver_assignments
    where vehicle_id = new.id and deleted_at is null and (ended_at is null or ended_at > change_instant()))
  then
    perform refuse('vehicles_assigned', '23503');
  end if;
  return new;
end $$;

-- Both rows are locked, the vehicle first, before the row is written: another assignment that waits for it must not have them. A
-- past assignment can be corrected even if the driver or the vehicle was deleted since.
create or replace function check_driver_assignment() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
declare
  vehicle vehicles;
  driver drivers;
  lasts boolean := new.ended_at is null or new.ended_at > change_instant();
begin
  select * into vehicle from vehicles where id = new.vehicle_id for no key update;
  select * into driver from drivers where id = new.driver_id for no key update;
  if new.deleted_at is not null then return new; end if;
  if tg_op = 'INSERT' then
    if vehicle.client_id is distinct from new.client_id or vehicle.deleted_at is not null then
      perform refuse('driver_assignments_vehicle', '23503');
    end if;
    if driver.client_id is distinct from new.client_id or driver.deleted_at is not null then
      perform refuse('driver_assignments_driver', '23503');
    end if;
  elsif lasts then
    if vehicle.client_id is distinct from new.client_id or vehicle.deleted_at is not null then
      perform refuse('driver_assignments_live_vehicle', '23503');
    end if;
    if driver.client_id is distinct from new.client_id or driver.deleted_at is not null then
      perform refuse('driver_assignments_live_driver', '23503');
    end if;
  end if;
  return new;
end $$;

-- The time for which a vehicle and a driver show each other: that of a primary assignment.
create or replace function shown_time(role text, started_at timestamptz, ended_at timestamptz, deleted_at timestamptz)
  returns tstzrange language sql immutable parallel safe
  return case when role = 'primary' and deleted_at is null then tstzrange(started_at, ended_at) end;

-- When the clock alone next begins or ends a time; null for never.
create or replace function next_boundary(shown tstzrange, present timestamptz) returns timestamptz
  language sql immutable parallel safe
  return case when lower(shown) > present then lower(shown) when upper(shown) > present then upper(shown) end;

-- A change is announced if it changes what shows anywhere around the present: the clocks of readers differ a little, and the request
-- may have waited since it looked at its clock. What has just begun or ended is announced again later, for readers who are behind.
create or replace function apply_driver_assignment() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
declare
  present constant timestamptz := greatest(new.updated_at, change_instant(), (select announced_until from change_feed));
  tolerance constant interval := '15 seconds';
  around constant tstzrange := tstzrange(present - tolerance, present + tolerance);
  was tstzrange;
  shown constant tstzrange := shown_time(new.role, new.started_at, new.ended_at, new.deleted_at);
  boundary constant timestamptz := least(
    next_boundary(shown, present), next_boundary(shown, present - tolerance) + tolerance);
  -- The clock has begun or ended it, and no job has announced that yet.
  overdue constant boolean := exists (
    select from driver_assignment_boundaries where assignment_id = new.id and due_at <= present);
begin
  if tg_op = 'UPDATE' then was := shown_time(old.role, old.started_at, old.ended_at, old.deleted_at); end if;
  update vehicles set updated_at = updated_at where id = new.vehicle_id;
  update drivers set updated_at = updated_at where id = new.driver_id;
  if overdue or coalesce(was * around, 'empty') <> coalesce(shown * around, 'empty') then
    perform add_change('vehicles', new.vehicle_id, new.client_id, new.agency_id, new.partner_id);
    perform add_change('drivers', new.driver_id, new.client_id, new.agency_id, new.partner_id);
  end if;
  if boundary is null then
    delete from driver_assignment_boundaries where assignment_id = new.id;
  else
    insert into driver_assignment_boundaries (assignment_id, due_at) values (new.id, boundary)
      on conflict (assignment_id) do update set due_at = excluded.due_at;
  end if;
  return null;
end $$;

-- Announces the vehicles and drivers of assignments that the clock has begun or ended, at most `batch` of them; returns how many. A
-- server whose clock is far ahead announces nothing.
create or replace function announce_boundaries(present timestamptz, batch integer) returns integer language plpgsql
  set search_path = public, pg_temp as $$
declare
  one record;
  was_now constant text := coalesce(current_setting('fleet.now', true), '');
  done integer := 0;
begin
  if present > clock_timestamp() + interval '1 minute' then return 0; end if;
  perform set_config('fleet.now', present::text, true);
  for one in
    select a.*, next_boundary(shown_time(a.role, a.started_at, a.ended_at, a.deleted_at), present) as boundary
      from (select assignment_id from driver_assignment_boundaries where due_at <= present
        order by due_at limit batch for update skip locked) t
      join driver_assignments a on a.id = t.assignment_id
  loop
    perform add_change('vehicles', one.vehicle_id, one.client_id, one.agency_id, one.partner_id);
    perform add_change('drivers', one.driver_id, one.client_id, one.agency_id, one.partner_id);
    if one.boundary is null then
      delete from driver_assignment_boundaries where assignment_id = one.id;
    else
      update driver_assignment_boundaries set due_at = one.boundary where assignment_id = one.id;
    end if;
    done := done + 1;
  end loop;
  if done > 0 then update change_feed set announced_until = greatest(announced_until, present); end if;
  perform set_config('fleet.now', was_now, true);
  return done;
end $$;

-- The driver shows its tags. Writing the row makes two tags of a driver, or a tag and a deletion, run one after the other.
create or replace function apply_driver_tag() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  update drivers set updated_at = updated_at where id = new.driver_id;
  if new.deleted_at is null
    and (select count(*) from driver_id_tags where driver_id = new.driver_id and deleted_at is null) > 20
  then
    perform refuse('driver_id_tags_limit');
  end if;
  perform add_change('drivers', new.driver_id, new.client_id, new.agency_id, new.partner_id);
  return null;
end $$;

create or replace function remove_driver_tags() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  update driver_id_tags set deleted_at = new.deleted_at, updated_at = new.deleted_at
    where driver_id = new.id and deleted_at is null;
  return null;
end $$;

-- What an entry of the audit log keeps of a driver who was erased, or of a tag or document of such a driver.
create or replace function without_person(entry jsonb) returns jsonb language sql immutable
  return (select jsonb_object_agg(key, value) from jsonb_each(entry) where key = any(array[
    'id', 'driver_id', 'client_id', 'agency_id', 'partner_id', 'version', 'created_at', 'updated_at', 'deleted_at', 'erased_at']));

-- Removes the person from a driver and from the audit log, and the tags and documents, with the rights of the owner: requests may not
-- change the log, nor the records of a deleted client, which may keep no person for that. The setting lets the owner pass
-- row-level security. Columns that are not here say nothing of the person.
create or replace function erase_driver(erased bigint, present timestamptz) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  owner_access text := coalesce(current_setting('fleet.owner_access', true), '');
  client bigint;
  is_live boolean;
  tags bigint[];
  documents bigint[];
begin
  perform set_config('fleet.owner_access', 'on', true);
  -- The owner passes row-level security, so the scope of the request is checked here.
  select c.id, c.deleted_at is null into client, is_live from drivers d join clients c on c.id = d.client_id
    where d.id = erased and d.erased_at is null and (d.partner_id = any(scope_partners())
      or d.agency_id = any(scope_agencies()) or d.client_id = any(scope_clients()));
  if not found then
    perform set_config('fleet.owner_access', owner_access, true);
    return;
  end if;
  if is_live then perform require_active_client(client); end if;
  update drivers set external_id = null, first_name = 'Erased', middle_name = null, last_name = 'driver', personnel_number = null,
      email = null, phone = null, address = null, emergency_contact = null, birth_on = null, hired_on = null, left_on = null,
      status = 'left', timezone = null, licence_number = null, licence_country = null, licence_region = null,
      licence_categories = '[]', licence_issued_on = null, licence_expires_on = null, user_id = null,
      next_document_expiry_on = null, attributes = '{}', notes = null,
      erased_at = present, deleted_at = coalesce(deleted_at, present), updated_at = present
    where id = erased;
  tags := array(select id from driver_id_tags where driver_id = erased);
  documents := array(select id from driver_documents where driver_id = erased);
  delete from driver_id_tags where driver_id = erased;
  delete from driver_documents where driver_id = erased;
  update audit_log set before = without_person(before), after = without_person(after)
    where resource = 'drivers' and record_id = erased
      or resource = 'driver_id_tags' and record_id = any(tags)
      or resource = 'driver_documents' and record_id = any(documents);
  perform set_config('fleet.owner_access', owner_access, true);
end $$;
