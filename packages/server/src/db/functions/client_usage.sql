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

-- Counts the live records of a table in a column of client_usage; all are live where the table has no `deleted_at`.
create or replace procedure count_in_usage(name text, kind text) language plpgsql
  set search_path = public, pg_temp as $$
declare
  live text := case when exists (
    select from pg_attribute where attrelid = name::regclass and attname = 'deleted_at' and not attisdropped)
    then 'deleted_at is null' else 'true' end;
begin
  execute format('create trigger x_usage_insert after insert on %1$I referencing new table as new_rows
    for each statement execute function count_records(%2$L, %3$L);
    create trigger x_usage_update after update on %1$I referencing old table as old_rows new table as new_rows
    for each statement execute function count_records(%2$L, %3$L);
    create trigger x_usage_delete after delete on %1$I referencing old table as old_rows
    for each statement execute function count_records(%2$L, %3$L)', name, kind, live);
end $$;
-- Each statement writes the row of a client once. Clients are locked in the order of their ids, so that two writers cannot
-- wait for each other. A change that keeps the number of records writes nothing: otherwise changes of two records of a
-- client would conflict.
create or replace function count_records() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
declare
  kind constant text := tg_argv[0];
  added constant text := 'select client_id, 1 as change from new_rows where ' || tg_argv[1];
  removed constant text := 'select client_id, -1 as change from old_rows where ' || tg_argv[1];
  one record;
begin
  for one in execute format(
    'select client_id, sum(change) as change from (%s) r group by client_id having sum(change) <> 0 order by client_id',
    case tg_op when 'INSERT' then added when 'DELETE' then removed else added || ' union all ' || removed end)
  loop
    perform add_to_usage(one.client_id, kind, one.change);
  end loop;
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
