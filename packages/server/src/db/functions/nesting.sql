-- Records that are nested by parent_id: a forest for each client, at most 5 levels deep. The SQL is that of unit_group; the
-- procedures put the name of another record in its place, so that the functions of each table have plans of their own.

create or replace procedure make_nesting_functions(record text) language plpgsql
  set search_path = public, pg_temp as $procedure$
begin
  execute replace($sql$
    create or replace function start_unit_group_forest() returns trigger language plpgsql
      set search_path = public, pg_temp as $$
    begin
      insert into unit_group_forests (client_id, agency_id, partner_id) values (new.id, new.agency_id, new.partner_id);
      return null;
    end $$;

    create or replace function change_unit_group_forest() returns trigger language plpgsql
      set search_path = public, pg_temp as $$
    begin
      update unit_group_forests set revision = revision + 1 where client_id = new.client_id;
      return new;
    end $$;
    create or replace function change_unit_group_members() returns trigger language plpgsql
      set search_path = public, pg_temp as $$
    begin
      update unit_group_forests set revision = revision + 1 where client_id in (select client_id from changed);
      return null;
    end $$;

    -- Refuses what would not be a forest of 5 levels. What is deleted may be anywhere.
    create or replace function place_unit_group() returns trigger language plpgsql
      set search_path = public, pg_temp as $$
    declare
      parent unit_groups;
      levels_above integer;
      is_above boolean;
    begin
      if new.parent_id is null then return new; end if;
      select * into parent from unit_groups where id = new.parent_id and client_id = new.client_id;
      if not found then perform refuse('unit_groups_parent', '23503'); end if;
      if new.deleted_at is not null then return new; end if;
      with recursive above as (
        select parent.id, parent.parent_id, 1 as level
        union all
        select g.id, g.parent_id, level + 1 from above join unit_groups g on g.id = above.parent_id
      )
      select max(level), bool_or(id = new.id) into levels_above, is_above from above;
      -- A group is above its own parent only while it moves below itself.
      if is_above then perform refuse('unit_groups_no_cycle'); end if;
      if parent.deleted_at is not null then
        if tg_op = 'UPDATE' and old.deleted_at is not null then perform refuse('unit_groups_parent_live'); end if;
        perform refuse('unit_groups_parent', '23503');
      end if;
      -- Only a group that moves has live ones below it.
      if levels_above > 4 or tg_op = 'UPDATE' and exists (
        with recursive below as (
          select new.id, levels_above + 1 as level
          union all
          select g.id, level + 1 from below join unit_groups g on g.parent_id = below.id and g.deleted_at is null
          where level < 6
        )
        select from below where level > 5)
      then perform refuse('unit_groups_depth'); end if;
      return new;
    end $$;

    create or replace function refuse_unit_groups_below() returns trigger language plpgsql
      set search_path = public, pg_temp as $$
    begin
      if exists (select from unit_groups where parent_id = new.id and deleted_at is null) then
        perform refuse('unit_groups_below', '23503');
      end if;
      return new;
    end $$;
  $sql$, 'unit_group', record);
end $procedure$;
call make_nesting_functions('unit_group');
call make_nesting_functions('vehicle_group');

-- After the tables of the records and of their members were made.
create or replace procedure nest(record text) language plpgsql
  set search_path = public, pg_temp as $procedure$
begin
  execute replace($sql$
    -- One row for each client. Whoever changes places or units of its groups writes it, so that of two changes at the
    -- same time the second one runs again and sees the first: the rules below read rows that they do not write. It is locked
    -- before any group, so that two changes never wait for each other.
    create table unit_group_forests (
      client_id bigint primary key,
      agency_id text not null,
      partner_id text not null,
      revision bigint not null default 0,
      constraint unit_group_forests_client foreign key (client_id, agency_id, partner_id)
        references clients (id, agency_id, partner_id) on update cascade on delete cascade
    );
    insert into unit_group_forests (client_id, agency_id, partner_id) select id, agency_id, partner_id from clients;
    grant select, insert, update on unit_group_forests to fleet_app;
    create trigger clients_start_unit_group_forest after insert on clients
      for each row execute function start_unit_group_forest();

    -- In the order of their names.
    create trigger c_forest_insert before insert on unit_groups
      for each row when (new.parent_id is not null) execute function change_unit_group_forest();
    create trigger c_forest_update before update of parent_id, deleted_at on unit_groups
      for each row when ((old.parent_id, old.deleted_at) is distinct from (new.parent_id, new.deleted_at))
      execute function change_unit_group_forest();
    create trigger c_forest_insert after insert on unit_group_members referencing new table as changed
      for each statement execute function change_unit_group_members();
    create trigger c_forest_delete after delete on unit_group_members referencing old table as changed
      for each statement execute function change_unit_group_members();
    create trigger d_below before update of deleted_at on unit_groups
      for each row when (old.deleted_at is null and new.deleted_at is not null)
      execute function refuse_unit_groups_below();
    create trigger e_place before insert or update of parent_id, deleted_at on unit_groups
      for each row execute function place_unit_group();
  $sql$, 'unit_group', record);
  call limit_to_scope(record || '_forests');
end $procedure$;
