-- What `find` looks into stands in one column of each record: reading seven columns of 100,000 rows took three times as
-- long. A trigram index would not be used: `like` is not leakproof, so PostgreSQL applies row-level security first.

-- The texts in lower case, separated by a character that no search matches.
create function search_text(variadic texts text[]) returns text language sql immutable parallel safe as $$
  select lower(array_to_string(texts, chr(1)))
$$;

-- `search` follows from other columns: it has no value yet when triggers run before a write, and the audit log leaves it out.
create or replace function next_version() returns trigger language plpgsql as $$
declare
  kept constant text[] := array['updated_at', 'version', 'search'];
begin
  if to_jsonb(new) - kept = to_jsonb(old) - kept then return old; end if;
  new.version := old.version + 1;
  new.updated_at := greatest(new.updated_at, old.updated_at + interval '1 millisecond');
  return new;
end $$;
create or replace function log_change() returns trigger language plpgsql as $$
declare
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - 'search' end;
  is_now jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - 'search' end;
  one jsonb := coalesce(is_now, was);
begin
  if was is not distinct from is_now then return null; end if;
  insert into audit_log (at, user_id, request_id, resource, record_id, client_id, action, before, after) values (
    coalesce(nullif(current_setting('fleet.now', true), '')::timestamptz, now()), request_user(), request_id(),
    tg_table_name, (one ->> tg_argv[0])::bigint, (one ->> coalesce(tg_argv[1], 'client_id'))::bigint, lower(tg_op),
    was, is_now);
  return null;
end $$;

alter table clients add column search text
  generated always as (search_text(name, code, email, external_id)) stored;
alter table unit_groups add column search text
  generated always as (search_text(name, description, external_id)) stored;
alter table units add column search text
  generated always as (search_text(
    name, identifier, imei, serial_number, external_id, sim_card ->> 'iccid', sim_card ->> 'msisdn')) stored;
