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

-- These functions have the rights of the owner: requests only read the row, and whoever completes a registration has no
-- scope yet.
create function count_record() returns trigger language plpgsql
  security definer set search_path from current set fleet.owner_access = 'on' as $$
declare
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  is_now jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  change text := format('update client_usage set %1$I = %1$I + $1 where client_id = $2', tg_argv[0]);
begin
  -- Rows that are there and not deleted count.
  if was ->> 'deleted_at' is not null then was := null; end if;
  if is_now ->> 'deleted_at' is not null then is_now := null; end if;
  if was -> 'client_id' is not distinct from is_now -> 'client_id' then return null; end if;
  if was is not null then execute change using -1, (was ->> 'client_id')::bigint; end if;
  if is_now is not null then execute change using 1, (is_now ->> 'client_id')::bigint; end if;
  return null;
end $$;

-- Counts the live records of a table in a column of client_usage.
create procedure count_in_usage(name text, kind text) language plpgsql as $$
begin
  execute format('create trigger x_usage after insert or update or delete on %I
    for each row execute function count_record(%L)', name, kind);
end $$;
call count_in_usage('unit_groups', 'unit_groups');
call count_in_usage('user_clients', 'users');

create function count_units_of_client() returns trigger language plpgsql
  security definer set search_path from current set fleet.owner_access = 'on' as $$
begin
  update client_usage set units = new.total where client_id = new.client_id;
  return null;
end $$;
create trigger x_usage after update on unit_counts
  for each row when (old.total <> new.total) execute function count_units_of_client();

create function refuse_beyond_limits() returns trigger language plpgsql
  security definer set search_path from current set fleet.owner_access = 'on' as $$
declare
  wanted jsonb := to_jsonb(new);
  had jsonb := to_jsonb(old);
  held jsonb := (select limits from clients where id = new.client_id);
  kind text;
begin
  -- A limit that was lowered stops only what would exceed it further.
  foreach kind in array array['units', 'vehicles', 'users'] loop
    if (wanted ->> kind)::bigint > (had ->> kind)::bigint
      and (wanted ->> kind)::bigint > (held ->> ('max_' || kind))::bigint
    then
      perform refuse('client_max_' || kind);
    end if;
  end loop;
  return new;
end $$;

-- Writes the row, so that whoever adds something at the same time runs again and finds the client deleted.
create function refuse_client_in_use() returns trigger language plpgsql
  security definer set search_path from current set fleet.owner_access = 'on' as $$
declare
  usage jsonb;
begin
  update client_usage u set units = units where client_id = new.id returning to_jsonb(u) into usage;
  -- Its users stay, and reach nothing of it.
  if exists (select from jsonb_each_text(usage - 'client_id' - 'agency_id' - 'partner_id' - 'users') where value <> '0') then
    perform refuse('clients_in_use', '23503');
  end if;
  return new;
end $$;
create trigger c_in_use before update of deleted_at on clients
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function refuse_client_in_use();
create trigger c_limits before update on client_usage for each row execute function refuse_beyond_limits();

-- As on all tables whose rows belong to a client.
create trigger b_suspended before insert or update or delete on units
  for each row execute function refuse_suspended();
