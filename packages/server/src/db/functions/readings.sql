-- Readings of counters: what somebody read from the odometer and from the engine hours of a record. Their tables are named
-- after the record and have the same columns. The SQL is that of unit, whose readings of one chain have the same ownership_id;
-- the procedure puts the name of another record and the columns of its chain in their place, so that the functions of each table
-- have plans of their own.

-- Makes the functions of a record. The columns are those that all readings of one chain have in common, and no others do.
create or replace procedure make_reading_functions(record text, variadic columns text[]) language plpgsql
  set search_path = public, pg_temp as $procedure$
declare
  same text := (select string_agg(format('%1$I = new.%1$I', name), ' and ') from unnest(columns) name);
  listed text := (select string_agg(format('%I', name), ', ') from unnest(columns) name);
begin
  execute replace(replace(replace($sql$
    -- A reading is compared with the readings of its chain before and after it in the order of read_at: the counter goes back
    -- only to a correction.
    create or replace function check_unit_reading_chain() returns trigger language plpgsql
      set search_path = public, pg_temp as $$
    declare
      before unit_readings;
      next unit_readings;
    begin
      if new.odometer_m is not null then
        select * into before from unit_readings where ownership_id = new.ownership_id
          and odometer_m is not null and read_at < new.read_at order by read_at desc limit 1;
        select * into next from unit_readings where ownership_id = new.ownership_id
          and odometer_m is not null and read_at > new.read_at order by read_at limit 1;
        if (before.odometer_m > new.odometer_m and not new.is_correction)
          or (next.odometer_m < new.odometer_m and not next.is_correction)
        then
          perform refuse('unit_readings_odometer');
        end if;
      end if;
      if new.engine_hours_s is not null then
        select * into before from unit_readings where ownership_id = new.ownership_id
          and engine_hours_s is not null and read_at < new.read_at order by read_at desc limit 1;
        select * into next from unit_readings where ownership_id = new.ownership_id
          and engine_hours_s is not null and read_at > new.read_at order by read_at limit 1;
        if (before.engine_hours_s > new.engine_hours_s and not new.is_correction)
          or (next.engine_hours_s < new.engine_hours_s and not next.is_correction)
        then
          perform refuse('unit_readings_engine_hours');
        end if;
      end if;
      return new;
    end $$;

    -- After the table of the readings was made. Of two readings of a chain at the same time, each may be right without the
    -- other: a trigger of the table, c_check, writes a row that they have in common, so that the second one runs again.
    create or replace procedure chain_unit_readings() language plpgsql
      set search_path = public, pg_temp as $$
    begin
      create unique index unit_readings_odometer_once on unit_readings (ownership_id, read_at)
        where odometer_m is not null;
      create unique index unit_readings_engine_hours_once on unit_readings (ownership_id, read_at)
        where engine_hours_s is not null;
      create index unit_readings_of_unit on unit_readings (unit_id, read_at desc, id desc);
      create trigger d_chain before insert on unit_readings for each row execute function check_unit_reading_chain();
    end $$;
  $sql$, 'unit', record), '(ownership_id, ', format('(%s, ', listed)), 'ownership_id = new.ownership_id', same);
end $procedure$;
call make_reading_functions('unit', 'ownership_id');
call make_reading_functions('vehicle', 'vehicle_id', 'client_id');

-- The offset of a counter whose device had its newest value that much later than the reading. What it had at the time of the
-- reading is not stored: within a day it counts as the same, and an older reading only says how much there is at least.
create or replace function reading_offset(difference bigint, present bigint, later interval) returns bigint
  language sql immutable parallel safe
  return case
    when difference is null then 0
    when later <= interval '1 day' then difference
    else greatest(difference, present) end;

-- What a counter shows: the value of the device and its offset, or the newest reading while the device has none. After a
-- correction, the counter of a device can be lower than what its offset takes away.
create or replace function counter_value(device bigint, device_offset bigint, reading bigint) returns bigint
  language sql immutable parallel safe
  return case when coalesce(device + device_offset, reading) is not null
    then least(greatest(coalesce(device + device_offset, reading), 0), 9007199254740991) end;
