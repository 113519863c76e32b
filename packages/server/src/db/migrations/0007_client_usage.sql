-- One row for each client, with a column for each kind of live record whose number is the total of a list, that `limits`
-- holds, or that keeps a client from being deleted. Whoever adds or removes such a record writes the row, so that of two
-- changes at the same time the second one runs again and sees the first: a limit is exact, and nothing is added to a client
-- that is being deleted.
create table client_usage (
  client_id bigint primary key,
  agency_id text not null,
  partner_id text not null,
  units bigint not null default 0 check (units >= 0),
  unit_groups bigint not null default 0 check (unit_groups >= 0),
  vehicles bigint not null default 0 check (vehicles >= 0),
  vehicle_groups bigint not null default 0 check (vehicle_groups >= 0),
  drivers bigint not null default 0 check (drivers >= 0),
  users bigint not null default 0 check (users >= 0),
  constraint client_usage_client foreign key (client_id, agency_id, partner_id)
    references clients (id, agency_id, partner_id) on update cascade on delete cascade
);
-- Totals are sums from these alone: besides the scope columns they have each column that is the total of a list.
create index client_usage_agency on client_usage (agency_id)
  include (client_id, partner_id, units, unit_groups, vehicles, vehicle_groups, drivers);
create index client_usage_partner on client_usage (partner_id)
  include (client_id, agency_id, units, unit_groups, vehicles, vehicle_groups, drivers);
grant select, insert on client_usage to fleet_app;
call limit_to_scope('client_usage');

revoke execute on function add_to_usage from public;
grant execute on function add_to_usage to fleet_app;

create trigger clients_start_client_usage after insert on clients
  for each row execute function start_client_usage();
create trigger c_limits before update on client_usage for each row execute function refuse_beyond_limits();
create trigger c_in_use before update of deleted_at on clients
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function refuse_client_in_use();
call count_in_usage('user_clients', 'users');
