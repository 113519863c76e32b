-- Lists of large scopes. A page and its total are cut from indexes alone: besides the order they have `deleted_at` and the
-- scope columns, which row-level security compares, so only the rows that are shown are read.

-- By id --------------------------------------------------------------------------------------------

drop index units_client, units_agency, units_partner;
create index units_client on units (client_id, id) include (agency_id, partner_id) where deleted_at is null;
create index units_agency on units (agency_id, id) include (client_id, partner_id) where deleted_at is null;
create index units_partner on units (partner_id, id) include (client_id, agency_id) where deleted_at is null;

drop index clients_agency, clients_partner;
create index clients_agency on clients (agency_id, id) include (partner_id, deleted_at);
create index clients_partner on clients (partner_id, id) include (agency_id, deleted_at);

drop index unit_counts_agency, unit_counts_partner;
create index unit_counts_agency on unit_counts (agency_id) include (client_id, partner_id, total);
create index unit_counts_partner on unit_counts (partner_id) include (client_id, agency_id, total);

-- By the last change -------------------------------------------------------------------------------

-- For `updated_after` and for the order of the last change, newest first. Deleted records are in it, because a
-- synchronisation asks for them.
create procedure index_changes(name text) language plpgsql as $$
begin
  execute format('create index %1$I on %4$I (client_id, updated_at desc, id) include (agency_id, partner_id, deleted_at);
    create index %2$I on %4$I (agency_id, updated_at desc, id) include (client_id, partner_id, deleted_at);
    create index %3$I on %4$I (partner_id, updated_at desc, id) include (client_id, agency_id, deleted_at)',
    name || '_changed_in_client', name || '_changed_in_agency', name || '_changed_in_partner', name);
end $$;
call index_changes('units');
call index_changes('unit_groups');
create index clients_changed_in_agency on clients (agency_id, updated_at desc, id) include (partner_id, deleted_at);
create index clients_changed_in_partner on clients (partner_id, updated_at desc, id) include (agency_id, deleted_at);
