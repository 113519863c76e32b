-- The roles that requests run with. The SQL of this folder runs on PostgreSQL 15, on later versions and on PGlite, without
-- extensions. Instants are written by the program's clock, so columns have no now() defaults where tests move time.

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

-- Table by table: a new one is closed until its migration opens it.
grant usage on schema public to fleet_app;
-- Later than PostgreSQL 14 the default; a database that was upgraded may be open.
revoke create on schema public from public;
-- A login without further rights sees that nothing has to be migrated.
grant select on schema_migrations, schema_functions to fleet_app;
