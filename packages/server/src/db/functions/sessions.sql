-- Sessions and one-time tokens: how they end with their user.

-- Disabling a user ends all sessions and one-time tokens for good, whoever does it: enabling the user again revives none.
create or replace function end_access() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  update sessions set revoked_at = new.disabled_at where user_id = new.id and revoked_at is null;
  with ended as (
    update one_time_tokens set used_at = new.disabled_at where user_id = new.id and used_at is null returning hash
  )
  delete from outbox where token_hash in (select hash from ended);
  return null;
end $$;

-- A token whose user is being disabled meanwhile is not left over: the lock makes one of the two wait for the other.
create or replace function end_token_of_disabled() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  perform from users where id = new.user_id and disabled_at is null for share;
  if not found then new.used_at := new.created_at; end if;
  return new;
end $$;
