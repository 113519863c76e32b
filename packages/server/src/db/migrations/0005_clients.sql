-- Clients as records: their values, versions and audit log; how much each one has, what its limits refuse, and when it can
-- be deleted.

-- Values -------------------------------------------------------------------------------------------

update clients set limits = '{"max_units":null,"max_vehicles":null,"max_users":null,"history_retention_days":365}' || limits;
alter table clients
  add constraint clients_history_retention check ((limits ->> 'history_retention_days')::int >= 1);
create unique index clients_external_id_once on clients (agency_id, external_id)
  where deleted_at is null and external_id is not null;

-- The partner follows from the agency; a request that names another one is wrong.
create or replace function set_client_path() returns trigger language plpgsql as $$
declare
  named text := new.partner_id;
begin
  select partner_id into new.partner_id from agencies where id = new.agency_id;
  if tg_op = 'INSERT' and named <> new.partner_id then perform refuse('clients_partner', '23503'); end if;
  return new;
end $$;

-- The name of the column with the id of the client may be a second argument: a client is its own.
create or replace function log_change() returns trigger language plpgsql as $$
declare
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  is_now jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  one jsonb := coalesce(is_now, was);
begin
  if was is not distinct from is_now then return null; end if;
  insert into audit_log (at, user_id, request_id, resource, record_id, client_id, action, before, after) values (
    coalesce(nullif(current_setting('fleet.now', true), '')::timestamptz, now()), request_user(), request_id(),
    tg_table_name, (one ->> tg_argv[0])::bigint, (one ->> coalesce(tg_argv[1], 'client_id'))::bigint, lower(tg_op),
    was, is_now);
  return null;
end $$;
create trigger y_version before update on clients for each row execute function next_version();
create trigger z_audit after insert or update or delete on clients
  for each row execute function log_change('id', 'id');

-- What belongs to a client changes only while the client is live and active.
create or replace function require_active_client(changed_client bigint) returns void language plpgsql as $$
declare
  client clients;
begin
  select * into client from clients where id = changed_client for share;
  if client.deleted_at is not null then perform refuse('client_is_live'); end if;
  if client.status <> 'active' then perform refuse('client_accepts_changes'); end if;
end $$;

-- The agencies that a scope covers as a whole: all read the names of agencies, so these have no policy.
create view agencies_in_scope as select id, partner_id from agencies
  where partner_id = any ((select scope_partners())::text[]) or id = any ((select scope_agencies())::text[]);
grant select on agencies_in_scope to fleet_app;

-- Usage --------------------------------------------------------------------------------------------

-- One row for each client, with a column for each kind of live record that `limits` holds, or that keeps a client from
-- being deleted. Whoever adds or removes such a record writes the row, so that of two changes at the same time the second
-- one runs again and sees the first: a limit is exact, and nothing is added to a client that is being deleted. Apart from
-- unit_counts, which every report of a unit writes.
create table client_usage (
  client_id bigint primary key,
  agency_id text not null,
  partner_id text not null,
  units bigint not null default 0 check (units >= 0),
  unit_groups bigint not null default 0 check (unit_groups >= 0),
  users bigint not null default 0 check (users >= 0),
  constraint client_usage_client foreign key (client_id, agency_id, partner_id)
    references clients (id, agency_id, partner_id) on update cascade on delete cascade
);
create function start_client_usage() returns trigger language plpgsql as $$
begin
  insert into client_usage (client_id, agency_id, partner_id) values (new.id, new.agency_id, new.partner_id);
  return null;
end $$;
create trigger clients_start_client_usage after insert on clients
  for each row execute function start_client_usage();
insert into client_usage (client_id, agency_id, partner_id, units, unit_groups, users)
  select c.id, c.agency_id, c.partner_id,
    (select total from unit_counts n where n.client_id = c.id),
    (select count(*) from unit_groups g where g.client_id = c.id and g.deleted_at is null),
    (select count(*) from user_clients u where u.client_id = c.id)
  from clients c;
grant select, insert on client_usage to fleet_app;
call limit_to_scope('client_usage');

-- Writes the row with the rights of the owner: requests only read it, and whoever completes a registration has no scope
-- yet. The setting lets the owner pass row-level security.
create function add_to_usage(changed_client bigint, kind text, change bigint) returns client_usage
  language plpgsql security definer set search_path from current as $$
declare
  owner_access text := coalesce(current_setting('fleet.owner_access', true), '');
  usage client_usage;
begin
  perform set_config('fleet.owner_access', 'on', true);
  execute format('update client_usage set %1$I = %1$I + $1 where client_id = $2 returning *', kind)
    into usage using change, changed_client;
  perform set_config('fleet.owner_access', owner_access, true);
  return usage;
end $$;
revoke execute on function add_to_usage from public;
grant execute on function add_to_usage to fleet_app;

-- Counts the live records of a table in a column of client_usage.
create procedure count_in_usage(name text, kind text) language plpgsql as $$
begin
  execute format('create trigger x_usage after insert or update or delete on %I
    for each row execute function count_record(%L)', name, kind);
end $$;
create function count_record() returns trigger language plpgsql as $$
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
call count_in_usage('unit_groups', 'unit_groups');
call count_in_usage('user_clients', 'users');

create function count_units_of_client() returns trigger language plpgsql as $$
begin
  perform add_to_usage(new.client_id, 'units', new.total - old.total);
  return null;
end $$;
create trigger x_usage after update on unit_counts
  for each row when (old.total <> new.total) execute function count_units_of_client();

-- A limit that was lowered stops only what would exceed it further.
create function refuse_beyond_limits() returns trigger language plpgsql as $$
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
create trigger c_limits before update on client_usage for each row execute function refuse_beyond_limits();

-- Writes the row, so that whoever adds something at the same time runs again and finds the client deleted. Its users stay,
-- and reach nothing of it.
create function refuse_client_in_use() returns trigger language plpgsql as $$
declare
  usage jsonb := to_jsonb(add_to_usage(new.id, 'units', 0)) - array['client_id', 'agency_id', 'partner_id', 'users'];
begin
  if exists (select from jsonb_each_text(usage) where value <> '0') then
    perform refuse('clients_in_use', '23503');
  end if;
  return new;
end $$;
create trigger c_in_use before update of deleted_at on clients
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function refuse_client_in_use();

-- As on all tables whose rows belong to a client.
create trigger b_suspended before insert or update or delete on units
  for each row execute function refuse_suspended();
