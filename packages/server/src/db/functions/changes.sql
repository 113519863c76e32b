-- The feed of changes: which record changed when, in an order that every reader can follow without a gap.

-- The instant of what a transaction writes.
create or replace function change_instant() returns timestamptz language sql stable parallel safe
  return coalesce(nullif(current_setting('fleet.now', true), '')::timestamptz, now());

-- The timeline of the server: a standby that was promoted, and a server that was restored to a point in time, begin another one
-- and may lack what was committed before.
create or replace function database_timeline() returns text language sql stable
  return case when pg_is_in_recovery() then lpad(to_hex((select timeline_id from pg_control_checkpoint())), 8, '0')
    else substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) end;

-- One row for each change costs less than a statement for all of them with transition tables.
create or replace function add_change(resource text, record_id bigint, client_id bigint, agency_id text, partner_id text)
  returns void language plpgsql set search_path = public, pg_temp as $$
begin
  insert into changes (resource, record_id, client_id, agency_id, partner_id, changed_at)
    values (resource, record_id, client_id, agency_id, partner_id, change_instant());
end $$;

-- A row that keeps its version was not changed. A record that leaves a client, or whose client moves to another agency, is
-- announced there as well.
create or replace function announce_record() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' or new.version <> old.version then
    perform add_change(tg_table_name, new.id, new.client_id, new.agency_id, new.partner_id);
  end if;
  if tg_op = 'UPDATE' and (new.client_id, new.agency_id, new.partner_id) <> (old.client_id, old.agency_id, old.partner_id) then
    perform add_change(tg_table_name, old.id, old.client_id, old.agency_id, old.partner_id);
  end if;
  return null;
end $$;
-- The same for clients, which are their own client.
create or replace function announce_client() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' or new.version <> old.version then
    perform add_change(tg_table_name, new.id, new.id, new.agency_id, new.partner_id);
  end if;
  if tg_op = 'UPDATE' and (new.agency_id, new.partner_id) <> (old.agency_id, old.partner_id) then
    perform add_change(tg_table_name, old.id, old.id, old.agency_id, old.partner_id);
  end if;
  return null;
end $$;

-- A record shows the ids of the groups that it is in, so a change of its memberships is a change of it. The arguments are
-- the name of the member, such as unit, and that of its groups.
create or replace function announce_members() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  execute format('insert into changes (resource, record_id, client_id, agency_id, partner_id, changed_at)
    select distinct %L, m.%I, m.client_id, m.agency_id, m.partner_id, change_instant() from changed m',
    tg_argv[0] || 's', tg_argv[0] || '_id');
  return null;
end $$;
create or replace function announce_members_of_groups() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  execute format('insert into changes (resource, record_id, client_id, agency_id, partner_id, changed_at)
    select distinct %1$L, m.%2$I, m.client_id, m.agency_id, m.partner_id, change_instant()
    from old_rows o join new_rows n using (id) join %3$I m on m.%4$I = n.id
    where (o.deleted_at is null) <> (n.deleted_at is null)',
    tg_argv[0] || 's', tg_argv[0] || '_id', tg_argv[1] || '_members', tg_argv[1] || '_id');
  return null;
end $$;

-- After the table of the members of groups was made.
create or replace procedure announce_memberships(member text, groups text) language plpgsql
  set search_path = public, pg_temp as $$
begin
  execute format('create trigger x_announce_insert after insert on %1$I referencing new table as changed
    for each statement execute function announce_members(%2$L);
    create trigger x_announce_delete after delete on %1$I referencing old table as changed
    for each statement execute function announce_members(%2$L);
    create trigger x_announce_members after update on %3$I referencing old table as old_rows new table as new_rows
    for each statement execute function announce_members_of_groups(%2$L, %4$L)',
    groups || '_members', member, groups || 's', groups);
end $$;
