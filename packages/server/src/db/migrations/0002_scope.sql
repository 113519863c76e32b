-- Scope columns and row-level security. Partner, agency and client stand on every table whose rows belong to a
-- client, so that a scope is a condition on columns, however many clients it covers.

-- Roles are shared by all databases of a server, which may be migrated at the same time.
do $$
declare
  wanted text;
  -- From PostgreSQL 16 on, a role that was made by a login without all rights is its member, but may not be taken.
  usable text := case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end;
begin
  foreach wanted in array array['fleet_login', 'fleet_app'] loop
    if not exists (select from pg_roles where rolname = wanted) then
      begin
        execute format('create role %I nologin noinherit', wanted);
      exception
        when duplicate_object or unique_violation then null;
        when insufficient_privilege then
          raise exception 'The role % does not exist, and % may not create it.', wanted, current_user
            using hint = 'As an administrator: create role fleet_login nologin noinherit; '
              'create role fleet_app nologin noinherit; grant fleet_login, fleet_app to the users of the service.';
      end;
    end if;
    if not pg_has_role(current_user, wanted, usable) then
      execute format('grant %I to %I', wanted, current_user);
    end if;
  end loop;
end $$;

-- Columns ------------------------------------------------------------------------------------------

alter table agencies add constraint agencies_path unique (id, partner_id);

alter table clients add column partner_id text;
update clients set partner_id = (select partner_id from agencies where id = agency_id);
alter table clients alter column partner_id set not null,
  drop constraint clients_agency_id_fkey,
  add constraint clients_agency foreign key (agency_id, partner_id)
    references agencies (id, partner_id) on update cascade,
  add constraint clients_path unique (id, agency_id, partner_id);
create index clients_partner on clients (partner_id, id);

alter table units add column partner_id text, add column agency_id text;
update units u set partner_id = c.partner_id, agency_id = c.agency_id from clients c where c.id = u.client_id;
alter table units alter column partner_id set not null, alter column agency_id set not null,
  drop constraint units_client_id_fkey,
  add constraint units_client foreign key (client_id, agency_id, partner_id)
    references clients (id, agency_id, partner_id) on update cascade;
create index units_agency on units (agency_id, id) where deleted_at is null;
create index units_partner on units (partner_id, id) where deleted_at is null;

alter table unit_counts add column partner_id text, add column agency_id text;
update unit_counts n set partner_id = c.partner_id, agency_id = c.agency_id from clients c where c.id = n.client_id;
alter table unit_counts alter column partner_id set not null, alter column agency_id set not null,
  drop constraint unit_counts_client_id_fkey,
  add constraint unit_counts_client foreign key (client_id, agency_id, partner_id)
    references clients (id, agency_id, partner_id) on update cascade on delete cascade;
create index unit_counts_agency on unit_counts (agency_id) include (total);
create index unit_counts_partner on unit_counts (partner_id) include (total);

create or replace function start_unit_count() returns trigger language plpgsql as $$
begin
  insert into unit_counts (client_id, agency_id, partner_id) values (new.id, new.agency_id, new.partner_id);
  return null;
end $$;

-- A row's path follows from what it belongs to, so no statement has to name it.
create function set_client_path() returns trigger language plpgsql as $$
begin
  select partner_id into new.partner_id from agencies where id = new.agency_id;
  return new;
end $$;
create trigger clients_path before insert or update of agency_id on clients
  for each row execute function set_client_path();

create function set_unit_path() returns trigger language plpgsql as $$
begin
  select agency_id, partner_id into new.agency_id, new.partner_id from clients where id = new.client_id;
  return new;
end $$;
create trigger units_path before insert or update of client_id on units
  for each row execute function set_unit_path();

-- Row-level security -------------------------------------------------------------------------------

-- Table by table: a new one is closed until its migration opens it.
grant usage on schema public to fleet_app;
grant select on partners, agencies, account_types to fleet_app;
grant select, insert, update, delete on clients, units, unit_counts to fleet_app;
grant select, insert, update on users, user_clients, roles, role_permissions to fleet_app;
grant select, insert, update, delete on sessions, session_tokens, one_time_tokens, outbox to fleet_app;
grant usage, select on all sequences in schema public to fleet_app;
-- A login without further rights sees that nothing has to be migrated.
grant select on schema_migrations to fleet_app;

-- The settings of a unit of work. A setting that was made in an earlier transaction reads as an empty text.
create function scope_partners() returns text[] language sql stable parallel safe as
  $$ select nullif(current_setting('fleet.partners', true), '')::text[] $$;
create function scope_agencies() returns text[] language sql stable parallel safe as
  $$ select nullif(current_setting('fleet.agencies', true), '')::text[] $$;
create function scope_clients() returns bigint[] language sql stable parallel safe as
  $$ select nullif(current_setting('fleet.clients', true), '')::bigint[] $$;

-- The selects around the functions make PostgreSQL call them once for a statement, not once for a row.
create policy in_scope on clients to fleet_app using (
  partner_id = any ((select scope_partners())::text[])
  or agency_id = any ((select scope_agencies())::text[])
  or id = any ((select scope_clients())::bigint[]));
create policy in_scope on units to fleet_app using (
  partner_id = any ((select scope_partners())::text[])
  or agency_id = any ((select scope_agencies())::text[])
  or client_id = any ((select scope_clients())::bigint[]));
create policy in_scope on unit_counts to fleet_app using (
  partner_id = any ((select scope_partners())::text[])
  or agency_id = any ((select scope_agencies())::text[])
  or client_id = any ((select scope_clients())::bigint[]));

-- Partners and agencies are names that everybody below them reads; their rows belong to no client.

-- The owner passes only where its connection says so: migrations, demo data, maintenance.
do $$
declare
  scoped text;
begin
  foreach scoped in array array['clients', 'units', 'unit_counts'] loop
    execute format('alter table %I enable row level security', scoped);
    execute format('alter table %I force row level security', scoped);
    execute format(
      'create policy owner_access on %I to current_user using ((select current_setting(''fleet.owner_access'', true)) = ''on'')',
      scoped);
  end loop;
end $$;

-- One-time tokens ----------------------------------------------------------------------------------

-- A second link does not end the first one; using either does.
drop index one_time_tokens_one_live;
create index one_time_tokens_live on one_time_tokens (purpose, subject) where used_at is null;

-- Messages hold a one-time token: sealed, and removed when it is used or expires.
delete from outbox;
alter table outbox drop column payload, drop column sent_at,
  add column sealed text not null,
  add column token_hash text not null,
  add column expires_at timestamptz not null;
create index outbox_expiry on outbox (expires_at);
create index outbox_token on outbox (token_hash);

-- Sessions, also ended ones, tell which devices a user has logged in from.
create index sessions_device on sessions (user_id, id);

-- Access -------------------------------------------------------------------------------------------

-- Moves with every change of what a role may do, so that grants can be kept by role and version.
alter table roles add column version bigint not null default 1;

create function bump_role_version() returns trigger language plpgsql as $$
begin
  update roles set version = version + 1 where id in (select role_id from changed);
  return null;
end $$;
create function bump_role_versions() returns trigger language plpgsql as $$
begin
  update roles set version = version + 1
    where id in (select role_id from changed union select role_id from replaced);
  return null;
end $$;
create trigger role_permissions_added after insert on role_permissions
  referencing new table as changed for each statement execute function bump_role_version();
create trigger role_permissions_removed after delete on role_permissions
  referencing old table as changed for each statement execute function bump_role_version();
create trigger role_permissions_changed after update on role_permissions
  referencing old table as replaced new table as changed for each statement execute function bump_role_versions();

-- One process with its own database keeps access in memory and forgets it when this is heard.
create function notify_access() returns trigger language plpgsql as $$
begin
  notify fleet_access;
  return null;
end $$;
create trigger users_access after update of role_id, scope_level, partner_id, agency_id, disabled_at or delete on users
  for each statement execute function notify_access();
create trigger user_clients_access after insert or update or delete on user_clients
  for each statement execute function notify_access();
create trigger roles_access after update of version or delete on roles
  for each statement execute function notify_access();
-- For rows, since every login removes the sessions that have expired, mostly none.
create trigger sessions_access after update of revoked_at or delete on sessions
  for each row execute function notify_access();
