-- Roles and users: what their access depends on.

-- The version of a role moves with every change of what the role may do, so that grants can be kept by role and version.
create or replace function bump_role_version() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  update roles set version = version + 1 where id in (select role_id from changed);
  return null;
end $$;
create or replace function bump_role_versions() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  update roles set version = version + 1
    where id in (select role_id from changed union select role_id from replaced);
  return null;
end $$;

-- One process with its own database keeps access in memory and forgets it when this is heard.
create or replace function notify_access() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  notify fleet_access;
  return null;
end $$;

-- Users of a deleted client reach nothing of it, from their next request on. A session is looked up without a scope, which
-- cannot read clients, so `live` of user_clients repeats whether the client is.
create or replace function keep_live_clients() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  update user_clients set live = new.deleted_at is null where client_id = new.id;
  return null;
end $$;
create or replace function begin_live_client() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  owner_access text := coalesce(current_setting('fleet.owner_access', true), '');
begin
  perform set_config('fleet.owner_access', 'on', true);
  new.live := exists (select from clients where id = new.client_id and deleted_at is null);
  perform set_config('fleet.owner_access', owner_access, true);
  return new;
end $$;
