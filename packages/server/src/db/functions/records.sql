-- What every resource group needs for its records: rules, versions, the audit log, search, and the procedures that give
-- a table all of it.

-- Settings of a transaction that writes. Outside of a request they are empty.
create or replace function request_user() returns bigint language sql stable parallel safe
  return nullif(current_setting('fleet.user', true), '')::bigint;
create or replace function request_id() returns text language sql stable parallel safe
  return nullif(current_setting('fleet.request', true), '');

-- Raised as the database raises violations itself: the service maps errors by the name of their constraint.
create or replace function refuse(constraint_name text, state text default '23514') returns void language plpgsql
  set search_path = public, pg_temp as $$
begin
  raise exception 'violates %', constraint_name using errcode = state, constraint = constraint_name;
end $$;

-- The constraint that a new row with these columns would violate, null for none. The row is not kept: only PostgreSQL knows
-- which of several constraints it names, because row-level security hides other rows from a query.
create or replace function violated_constraint(name text, columns text, body json, instant timestamptz) returns text
  language plpgsql set search_path = public, pg_temp as $$
declare
  violated text;
begin
  execute format('insert into %1$I (%2$s, created_at, updated_at)
    select %2$s, $2, $2 from json_populate_record(null::%1$I, $1)', name, columns) using body, instant;
  raise integrity_constraint_violation;
exception when integrity_constraint_violation then
  get stacked diagnostics violated = constraint_name;
  return nullif(violated, '');
end $$;

-- What belongs to a client changes only while the client is live and active. The client is locked, so that nothing changes
-- any more once it is suspended.
create or replace function require_active_client(changed_client bigint) returns void language plpgsql
  set search_path = public, pg_temp as $$
declare
  client clients;
begin
  select * into client from clients where id = changed_client for share;
  if client.deleted_at is not null then perform refuse('client_is_live'); end if;
  if client.status <> 'active' then perform refuse('client_accepts_changes'); end if;
end $$;
create or replace function refuse_suspended() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
declare
  written record := case when tg_op = 'DELETE' then old else new end;
begin
  -- The owner may: migrations, demo data.
  if current_user = 'fleet_app' then perform require_active_client(written.client_id); end if;
  return written;
end $$;

-- The generated columns: they have no value yet when triggers run before a write, and the audit log omits them.
create or replace function generated_columns() returns text[] language sql immutable parallel safe
  return array['search', 'fleet_number_key', 'personnel_number_key'];

-- A row that a statement writes without changing it keeps its version. A later version has a later updated_at, even if the
-- request that made it began first and waited: otherwise the order of the last change would not be that of the versions.
-- As text, numerics with other digits differ, such as 1.5 and 1.50.
create or replace function next_version() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
declare
  kept constant text[] := array['updated_at', 'version'] || generated_columns();
begin
  if (to_jsonb(new) - kept)::text = (to_jsonb(old) - kept)::text then return old; end if;
  new.version := old.version + 1;
  new.updated_at := greatest(new.updated_at, old.updated_at + interval '1 millisecond');
  return new;
end $$;

-- The arguments of the trigger are the names of the columns with the id of the record and with that of its client.
create or replace function log_change() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
declare
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - generated_columns() end;
  is_now jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - generated_columns() end;
  one jsonb := coalesce(is_now, was);
begin
  if was is not distinct from is_now then return null; end if;
  insert into audit_log (at, user_id, request_id, resource, record_id, client_id, action, before, after) values (
    change_instant(), request_user(), request_id(),
    tg_table_name, (one ->> tg_argv[0])::bigint, (one ->> coalesce(tg_argv[1], 'client_id'))::bigint, lower(tg_op collate "C"),
    was, is_now);
  return null;
end $$;

-- Folds a string for case-insensitive comparison, without invisible characters: Default_Ignorable_Code_Point except the tags
-- by which flags differ. The same on every database, whatever its locale
-- and its version of Unicode, and the same as `foldCase` of the program. Lower case has two forms of sigma, and a few letters
-- that are composed only in lower case.
create or replace function fold_case(value text) returns text language sql immutable parallel safe
  return normalize(replace(lower(regexp_replace(value,
    '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e001f\U000e0080-\U000e0fff]',
    '', 'g') collate "und-x-icu"), 'ς', 'σ'), nfc);

-- What `find` looks into is one column of each record: reading seven columns of 100,000 rows took three times as long. A
-- trigram index would not be used: `like` is not leakproof, so PostgreSQL applies row-level security first.
-- The strings are separated by a character that no search matches.
create or replace function search_text(variadic texts text[]) returns text language sql immutable parallel safe
  return fold_case(array_to_string(texts, chr(1)));

-- Everything that a table needs whose rows belong to a client, after its own columns were made: the path of the client,
-- indexes for each level of a scope, row-level security, rights of requests, versions, the audit log, and the feed of changes of a
-- table with versions, unless another record announces its changes.
create or replace procedure own_by_client(name text, rights text, record_id text default 'id', feed boolean default true)
  language plpgsql set search_path = public, pg_temp as $$
declare
  has_id boolean := record_id = 'id';
begin
  execute format('alter table %1$I add column agency_id text not null, add column partner_id text not null,
    add constraint %2$I foreign key (client_id, agency_id, partner_id)
      references clients (id, agency_id, partner_id) on update cascade', name, name || '_client');
  if has_id then
    execute format('create index %1$I on %4$I (client_id, id); create index %2$I on %4$I (agency_id, id);
      create index %3$I on %4$I (partner_id, id)',
      name || '_in_client', name || '_in_agency', name || '_in_partner', name);
    execute format('grant usage on sequence %I to fleet_app', name || '_id_seq');
  end if;
  execute format('grant %s on %I to fleet_app', rights, name);
  call limit_to_scope(name);
  call follow_client(name, record_id, feed);
end $$;

-- The triggers of own_by_client, for a table that has the path of its client already. Triggers fire in the order of their
-- names: those of the table itself come between `b_` and `y_`.
create or replace procedure follow_client(name text, record_id text default 'id', feed boolean default true) language plpgsql
  set search_path = public, pg_temp as $$
declare
  versioned boolean := exists (
    select from pg_attribute where attrelid = name::regclass and attname = 'version' and not attisdropped);
begin
  execute format('create trigger a_scope before insert or update of client_id on %I
    for each row execute function set_scope()', name);
  execute format('create trigger b_suspended before insert or update or delete on %I
    for each row execute function refuse_suspended()', name);
  if versioned then
    execute format('create trigger y_version before update on %I for each row execute function next_version()', name);
  end if;
  if versioned and feed then
    execute format('create trigger x_announce after insert or update on %I for each row execute function announce_record()', name);
  end if;
  execute format('create trigger z_audit after insert or update or delete on %I
    for each row execute function log_change(%L)', name, record_id);
end $$;

-- Indexes for `updated_after` and for the order of the last change, newest first. They contain deleted records, which
-- `include_deleted` asks for.
create or replace procedure index_changes(name text) language plpgsql
  set search_path = public, pg_temp as $$
begin
  execute format('create index %1$I on %4$I (client_id, updated_at desc, id) include (agency_id, partner_id, deleted_at);
    create index %2$I on %4$I (agency_id, updated_at desc, id) include (client_id, partner_id, deleted_at);
    create index %3$I on %4$I (partner_id, updated_at desc, id) include (client_id, agency_id, deleted_at)',
    name || '_changed_in_client', name || '_changed_in_agency', name || '_changed_in_partner', name);
end $$;
