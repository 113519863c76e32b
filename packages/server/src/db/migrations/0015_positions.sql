-- Positions: where units were, in which order they arrived, and where each unit is now.

-- Which class of retention the positions of a client have, by when they were recorded. Intervals without gaps.
create table client_retentions (
  client_id bigint not null references clients (id),
  class smallint not null,
  "from" timestamptz not null default '-infinity',
  "to" timestamptz not null default 'infinity',
  primary key (client_id, "from"),
  check ("from" < "to")
);
grant select, insert, update on client_retentions to fleet_app;
call limit_to_clients('client_retentions');
insert into client_retentions (client_id, class) select id, retention_class(history_days(limits)) from clients;
create trigger x_retention_begins after insert on clients for each row execute function keep_retention();
create trigger x_retention_changes after update of limits on clients
  for each row when (old.limits is distinct from new.limits) execute function keep_retention();

-- Nothing of vehicles and drivers: these are looked up by the time of a position, because they can be corrected. A position is never
-- changed. The partitions of months are made when they are needed, and some ahead of time.
create table positions (
  class smallint not null,
  unit_id bigint not null,
  recorded_at timestamptz not null,
  client_id bigint not null,
  received_at timestamptz not null,
  latitude double precision not null,
  longitude double precision not null,
  altitude_m real,
  speed_kmh real,
  heading_deg real,
  accuracy_m real,
  satellites smallint,
  hdop real,
  is_valid boolean not null,
  fix_type text not null,
  ignition boolean,
  movement_status text not null,
  odometer_m bigint,
  engine_hours_s bigint,
  fuel_level_percent real,
  fuel_volume_l real,
  external_power_v real,
  battery_level_percent real,
  signal_percent real,
  temperatures_c json,
  inputs json,
  event_type text,
  attributes json not null,
  primary key (class, unit_id, recorded_at)
) partition by list (class);
grant select, insert on positions to fleet_app;
call limit_to_clients('positions');
-- One part for each class. Requests have rights on the whole only; the policy is there should anyone grant more.
do $$
declare
  days smallint;
begin
  foreach days in array array[0, 30, 90, 365, 1825] loop
    execute format('create table positions_%1$s partition of positions for values in (%1$s) partition by range (recorded_at)', days);
    call limit_to_clients('positions_' || days);
  end loop;
end $$;

-- The latest position of each unit since it belongs to its client. No column that reports change is in an index.
create table latest_positions (like positions) with (fillfactor = 50);
alter table latest_positions
  add column agency_id text not null,
  add column partner_id text not null,
  add primary key (unit_id),
  add constraint latest_positions_unit foreign key (unit_id) references units (id) on delete cascade,
  add constraint latest_positions_client foreign key (client_id, agency_id, partner_id)
    references clients (id, agency_id, partner_id) on update cascade;
create index latest_positions_in_client on latest_positions (client_id, unit_id);
create index latest_positions_in_agency on latest_positions (agency_id, unit_id);
create index latest_positions_in_partner on latest_positions (partner_id, unit_id);
grant select, insert, update, delete on latest_positions to fleet_app;
call limit_to_scope('latest_positions');

-- One row. Storing a batch locks it and takes the next number, so batches are committed in the order of their numbers: a reader
-- who sees one sees all before it.
create table position_feed (
  single boolean primary key default true check (single),
  batch bigint not null default 0,
  -- Arrivals of this batch and of older ones may have been removed.
  kept_after bigint not null default 0
) with (fillfactor = 10);
insert into position_feed default values;
grant select, update (batch) on position_feed to fleet_app;

-- In which order positions arrived, for 7 days, in partitions of days.
create table arrivals (
  batch bigint not null,
  n integer not null,
  client_id bigint not null,
  class smallint not null,
  unit_id bigint not null,
  recorded_at timestamptz not null,
  received_at timestamptz not null
) partition by range (received_at);
create index arrivals_order on arrivals (batch, n);
create index arrivals_in_client on arrivals (client_id, batch, n);
grant select, insert on arrivals to fleet_app;
call limit_to_clients('arrivals');

-- Devices know units by their identifiers alone.
create index units_identifier on units (identifier) where deleted_at is null;
