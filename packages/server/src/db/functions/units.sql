-- Units: how many there are, their rules, and which client a unit belonged to when.

create or replace function start_unit_count() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  insert into unit_counts (client_id, agency_id, partner_id) values (new.id, new.agency_id, new.partner_id);
  return null;
end $$;
create or replace function count_units() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    perform add_unit_changes(array_agg(client_id), array_agg((deleted_at is null)::int)) from fresh_units;
  elsif tg_op = 'DELETE' then
    perform add_unit_changes(array_agg(client_id), array_agg(-(deleted_at is null)::int)) from old_units;
  else
    perform add_unit_changes(array_agg(client_id), array_agg(change)) from (
      select client_id, (deleted_at is null)::int as change from fresh_units
      union all
      select client_id, -(deleted_at is null)::int from old_units) changes;
  end if;
  return null;
end $$;
-- Clients are locked in the order of their ids, so that two writers cannot wait for each other. A change that keeps the
-- number of units does not write the counter: otherwise changes of two units of a client would conflict.
create or replace function add_unit_changes(client_ids bigint[], changes integer[]) returns void language plpgsql
  set search_path = public, pg_temp as $$
declare
  one record;
begin
  for one in
    select client_id, sum(change) as change from unnest(client_ids, changes) u (client_id, change)
    group by client_id having sum(change) <> 0 order by client_id
  loop
    update unit_counts set total = total + one.change, revision = revision + 1
      where client_id = one.client_id;
  end loop;
end $$;

-- The service completes bodies; of two changes at the same time, each may be right without the other.
create or replace function check_unit() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  if new.identifier_type = 'imei' and new.imei is distinct from new.identifier then perform refuse('units_imei'); end if;
  if tg_op = 'UPDATE' and new.counters_read_at < old.counters_read_at then
    perform refuse('units_counters_read_at');
  end if;
  return new;
end $$;

create or replace function begin_unit_ownerships() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  insert into unit_ownerships (unit_id, client_id, agency_id, partner_id, "from")
    select id, client_id, agency_id, partner_id, created_at from changed order by id;
  return null;
end $$;
create or replace function change_unit_ownership() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  update unit_ownerships set "to" = new.updated_at where unit_id = new.id and "to" is null;
  insert into unit_ownerships (unit_id, client_id, agency_id, partner_id, "from")
    values (new.id, new.client_id, new.agency_id, new.partner_id, new.updated_at);
  return null;
end $$;
