-- Positions: how long they are kept, and who reaches them.

-- Classes of retention, in days; 0 is for ever. A client has the shortest one that is long enough, because a partition has the
-- positions of many clients and is removed as a whole. Readers get no more than the client's own number of days.
create or replace function retention_class(days integer) returns smallint language sql immutable parallel safe
  return case when days <= 30 then 30 when days <= 90 then 90 when days <= 365 then 365 when days <= 1825 then 1825
    else 0 end;

-- Of each client, for how many days its history is kept; null is for ever.
create or replace function history_days(limits jsonb) returns integer language sql immutable parallel safe
  return (limits ->> 'history_retention_days')::integer;

-- The oldest instant that is still kept, seen from `now`.
create or replace function history_begins(limits jsonb, now timestamptz) returns timestamptz language sql stable parallel safe
  return case when limits ->> 'history_retention_days' is null then '-infinity'
    else now - (limits ->> 'history_retention_days')::integer * interval '24 hours' end;

-- Which class the positions of a client have depends on when they were recorded, so that a position has the same one whenever it
-- arrives. Devices may be 24 hours ahead, and clocks of servers differ: another class begins later than whatever was stored.
create or replace function keep_retention() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
declare
  wanted smallint := retention_class(history_days(new.limits));
  present client_retentions;
begin
  if tg_op = 'INSERT' then
    insert into client_retentions (client_id, class) values (new.id, wanted);
    return null;
  end if;
  select * into present from client_retentions where client_id = new.id and "to" = 'infinity' for update;
  if present.class = wanted then return null; end if;
  update client_retentions
    set "to" = greatest("from" + interval '1 millisecond', change_instant() + interval '25 hours')
    where client_id = new.id and "from" = present."from" returning * into present;
  insert into client_retentions (client_id, class, "from") values (new.id, wanted, present."to");
  return null;
end $$;

-- Requests reach the rows of clients that they reach. Positions have no path of their client: it would be a quarter of a row. The
-- client of each row is looked up: a list of all clients would be made anew by each statement.
create or replace procedure limit_to_clients(name text) language plpgsql
  set search_path = public, pg_temp as $$
begin
  execute format('alter table %1$I enable row level security; alter table %1$I force row level security', name);
  execute format('create policy owner_access on %I to current_user
    using ((select current_setting(''fleet.owner_access'', true)) = ''on'')', name);
  execute format('create policy in_scope on %1$I to fleet_app using (client_id = (select c.id from clients c where c.id = %1$I.client_id))', name);
end $$;

-- Half a difference of degrees. PostgreSQL refuses to square what is too small; so much is less than a millimetre.
create or replace function half_degrees(difference float8) returns float8 language sql immutable parallel safe
  return case when abs(difference) < 1e-9 then 0 else difference / 2 end;

-- Metres between two points on a sphere with the mean radius of the earth.
create or replace function great_circle_m(lat1 float8, lon1 float8, lat2 float8, lon2 float8) returns float8
  language sql immutable parallel safe
  return 2 * 6371008.8 * asin(least(1, sqrt(power(sind(half_degrees(lat2 - lat1)), 2)
    + cosd(lat1) * cosd(lat2) * power(sind(half_degrees(lon2 - lon1)), 2))));
