-- How much each client has, what its limits refuse, and when it can be deleted.

create or replace function start_client_usage() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  insert into client_usage (client_id, agency_id, partner_id) values (new.id, new.agency_id, new.partner_id);
  return null;
end $$;

-- Writes the row with the rights of the owner and returns it: requests only read it, and whoever completes a registration
-- has no scope yet. The setting lets the owner pass row-level security.
create or replace function add_to_usage(changed_client bigint, kind text, change bigint) returns jsonb
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  owner_access text := coalesce(current_setting('fleet.owner_access', true), '');
  usage jsonb;
begin
  perform set_config('fleet.owner_access', 'on', true);
  execute format('update client_usage u set %1$I = %1$I + $1 where client_id = $2 returning to_jsonb(u)', kind)
    into usage using change, changed_client;
  perform set_config('fleet.owner_access', owner_access, true);
  return usage;
end $$;

-- Counts the live records of a table in a column of client_usage.
create or replace procedure count_in_usage(name text, kind text) language plpgsql
  set search_path = public, pg_temp as $$
begin
  execute format('create trigger x_usage after insert or update or delete on %I
    for each row execute function count_record(%L)', name, kind);
end $$;
create or replace function count_record() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
declare
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  is_now jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  was_in bigint := case when was ->> 'deleted_at' is null then (was ->> 'client_id')::bigint end;
  is_in bigint := case when is_now ->> 'deleted_at' is null then (is_now ->> 'client_id')::bigint end;
begin
  if was_in is not distinct from is_in then return null; end if;
  if was_in is not null then perform add_to_usage(was_in, tg_argv[0], -1); end if;
  if is_in is not null then perform add_to_usage(is_in, tg_argv[0], 1); end if;
  return null;
end $$;
create or replace function count_units_of_client() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  perform add_to_usage(new.client_id, 'units', new.total - old.total);
  return null;
end $$;

-- A limit that was lowered stops only what would exceed it further.
create or replace function refuse_beyond_limits() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
declare
  wanted jsonb := to_jsonb(new);
  had jsonb := to_jsonb(old);
  held jsonb := (select limits from clients where id = new.client_id);
  kind text;
begin
  foreach kind in array array['units', 'vehicles', 'users'] loop
    if (wanted ->> kind)::bigint > (had ->> kind)::bigint
      and (wanted ->> kind)::bigint > (held ->> ('max_' || kind))::bigint
    then
      perform refuse('client_max_' || kind);
    end if;
  end loop;
  return new;
end $$;

-- Writes the row, so that whoever adds something at the same time runs again and finds the client deleted. Its users stay,
-- and reach nothing of it.
create or replace function refuse_client_in_use() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
declare
  usage jsonb := add_to_usage(new.id, 'units', 0) - array['client_id', 'agency_id', 'partner_id', 'users'];
begin
  if exists (select from jsonb_each_text(usage) where value <> '0') then
    perform refuse('clients_in_use', '23503');
  end if;
  return new;
end $$;
