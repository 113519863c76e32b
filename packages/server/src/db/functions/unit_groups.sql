-- Unit groups: a forest for each client, at most 5 levels deep.

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

create or replace function place_unit_group() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
declare
  parent unit_groups;
  levels integer;
begin
  if new.parent_id is null then
    new.path := '/' || new.name;
    return new;
  end if;
  select * into parent from unit_groups where id = new.parent_id and client_id = new.client_id;
  if not found then perform refuse('unit_groups_parent', '23503'); end if;
  -- A group is in reach of its own children only while it moves below itself.
  if new.parent_id = new.id or exists (
    with recursive above as (
      select parent.parent_id as id
      union all
      select g.parent_id from above join unit_groups g on g.id = above.id
    )
    select from above where id = new.id)
  then perform refuse('unit_groups_no_cycle'); end if;
  if new.deleted_at is null and parent.deleted_at is not null then
    if tg_op = 'UPDATE' and old.deleted_at is not null then perform refuse('unit_groups_parent_live'); end if;
    perform refuse('unit_groups_parent', '23503');
  end if;
  new.path := parent.path || '/' || new.name;
  levels := length(new.path) - length(replace(new.path, '/', ''));
  if levels > 5 and new.deleted_at is null then perform refuse('unit_groups_depth'); end if;
  return new;
end $$;

-- Deleted groups keep their path, which no limit of levels holds; they get a new one when they are restored.
create or replace function move_unit_groups_below() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  update unit_groups set path = '', updated_at = new.updated_at where parent_id = new.id and deleted_at is null;
  return null;
end $$;

create or replace function refuse_unit_groups_below() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  if exists (select from unit_groups where parent_id = new.id and deleted_at is null) then
    perform refuse('unit_groups_below', '23503');
  end if;
  return new;
end $$;
