-- The feed of changes: which record changed when, in an order that every reader can follow without a gap.

-- The instant of what a transaction writes.
create or replace function change_instant() returns timestamptz language sql stable parallel safe
  return coalesce(nullif(current_setting('fleet.now', true), '')::timestamptz, now());

-- For each statement that inserts or updates records. Its argument is the column with the id of their client. A record that
-- leaves a client, or whose client moves to another agency, is announced there as well. A row that keeps its version was not
-- changed.
create or replace function announce_records() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
declare
  moved text := format('(o.%1$I, o.agency_id, o.partner_id) is distinct from (n.%1$I, n.agency_id, n.partner_id)', tg_argv[0]);
  announce text := 'insert into changes (resource, record_id, client_id, agency_id, partner_id, changed_at)
    select %L, n.id, n.%I, n.agency_id, n.partner_id, change_instant() from ';
begin
  if tg_op = 'INSERT' then
    execute format(announce || 'new_rows n order by n.id', tg_table_name, tg_argv[0]);
  else
    execute format(announce || 'old_rows n join new_rows o using (id) where %s order by n.id',
      tg_table_name, tg_argv[0], moved);
    execute format(announce || 'new_rows n join old_rows o using (id) where n.version <> o.version order by n.id',
      tg_table_name, tg_argv[0]);
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

create or replace procedure announce(name text, client_column text default 'client_id') language plpgsql
  set search_path = public, pg_temp as $$
begin
  execute format('create trigger x_announce_insert after insert on %1$I referencing new table as new_rows
    for each statement execute function announce_records(%2$L);
    create trigger x_announce_update after update on %1$I referencing old table as old_rows new table as new_rows
    for each statement execute function announce_records(%2$L)', name, client_column);
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
