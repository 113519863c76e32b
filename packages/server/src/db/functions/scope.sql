-- Who reaches which rows: the settings of a unit of work, and what makes a table follow them.

-- A setting that was made in an earlier transaction reads as an empty string.
create or replace function scope_partners() returns text[] language sql stable parallel safe
  return nullif(current_setting('fleet.partners', true), '')::text[];
create or replace function scope_agencies() returns text[] language sql stable parallel safe
  return nullif(current_setting('fleet.agencies', true), '')::text[];
create or replace function scope_clients() returns bigint[] language sql stable parallel safe
  return nullif(current_setting('fleet.clients', true), '')::bigint[];

-- Whether the caller may view the records of a permission resource. Names of people are shown with that permission only.
create or replace function may_view(resource text) returns boolean language sql stable parallel safe
  return resource = any(string_to_array(current_setting('fleet.views', true), ','));

-- Requests reach the rows of clients in their scope; the owner reaches rows only if its connection says so, for
-- migrations, demo data and maintenance. The selects around the functions make PostgreSQL call them once for a statement,
-- not once for a row. The name of the column with the id of the client may be a second argument.
create or replace procedure limit_to_scope(name text, client_column text default 'client_id') language plpgsql
  set search_path = public, pg_temp as $$
begin
  execute format('alter table %1$I enable row level security; alter table %1$I force row level security', name);
  execute format('create policy owner_access on %I to current_user
    using ((select current_setting(''fleet.owner_access'', true)) = ''on'')', name);
  execute format('create policy in_scope on %I to fleet_app using (
    partner_id = any ((select scope_partners())::text[])
    or agency_id = any ((select scope_agencies())::text[])
    or %I = any ((select scope_clients())::bigint[]))', name, client_column);
end $$;

-- PostgreSQL and the runtime of the service each have their own time zones. A name that only the other one knows would fail
-- every query that needs the days of the client.
create or replace function require_time_zone() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  perform now() at time zone new.timezone;
  return new;
exception when invalid_parameter_value then
  perform refuse('clients_timezone');
end $$;

-- The path of a row that belongs to a client.
create or replace function set_scope() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  select agency_id, partner_id into new.agency_id, new.partner_id
    from clients where id = new.client_id and deleted_at is null;
  if not found then perform refuse(tg_table_name || '_client', '23503'); end if;
  return new;
end $$;

-- A part of a record, such as a document of a vehicle, belongs to the client of the record. The argument is the name of the record,
-- such as vehicle.
create or replace function set_client_of() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  execute format('select client_id from %I where id = $1.%I', tg_argv[0] || 's', tg_argv[0] || '_id')
    using new into new.client_id;
  return new;
end $$;

-- The partner follows from the agency; a request that names another one is wrong.
create or replace function set_client_path() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
declare
  named text := new.partner_id;
begin
  select partner_id into new.partner_id from agencies where id = new.agency_id;
  if tg_op = 'INSERT' and named <> new.partner_id then perform refuse('clients_partner', '23503'); end if;
  return new;
end $$;
