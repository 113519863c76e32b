-- Users of a deleted client reach nothing of it, from their next request on. A session is looked up without a scope, which
-- cannot read clients, so `live` repeats whether the client is.
alter table user_clients add column live boolean not null default true;
update user_clients set live = false where client_id in (select id from clients where deleted_at is not null);
create function keep_live_clients() returns trigger language plpgsql as $$
begin
  update user_clients set live = new.deleted_at is null where client_id = new.id;
  return null;
end $$;
create trigger x_live after update of deleted_at on clients
  for each row when ((old.deleted_at is null) <> (new.deleted_at is null)) execute function keep_live_clients();
create function begin_live_client() returns trigger language plpgsql security definer set search_path from current as $$
declare
  owner_access text := coalesce(current_setting('fleet.owner_access', true), '');
begin
  perform set_config('fleet.owner_access', 'on', true);
  new.live := exists (select from clients where id = new.client_id and deleted_at is null);
  perform set_config('fleet.owner_access', owner_access, true);
  return new;
end $$;
create trigger a_live before insert on user_clients for each row execute function begin_live_client();

revoke delete on clients from fleet_app;

-- A change that keeps the number of units does not write the counter: otherwise changes of two units of a client would
-- conflict.
create or replace function add_unit_changes(changes unit_change[]) returns void language plpgsql as $$
declare
  one record;
begin
  for one in
    select client_id, sum(change) as change from unnest(changes) group by client_id having sum(change) <> 0
    order by client_id
  loop
    update unit_counts set total = total + one.change, revision = revision + 1
      where client_id = one.client_id;
  end loop;
end $$;
