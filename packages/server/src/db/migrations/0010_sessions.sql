-- Disabling a user ends all sessions and one-time tokens for good, whoever does it: enabling the user again revives none.
create function end_access() returns trigger language plpgsql as $$
begin
  update sessions set revoked_at = new.disabled_at where user_id = new.id and revoked_at is null;
  with ended as (
    update one_time_tokens set used_at = new.disabled_at where user_id = new.id and used_at is null returning hash
  )
  delete from outbox where token_hash in (select hash from ended);
  return null;
end $$;
create trigger users_end_access after update of disabled_at on users
  for each row when (old.disabled_at is null and new.disabled_at is not null) execute function end_access();

-- A token whose user is being disabled meanwhile is not left over: the lock makes one of the two wait for the other.
create function end_token_of_disabled() returns trigger language plpgsql as $$
begin
  perform from users where id = new.user_id and disabled_at is null for share;
  if not found then new.used_at := new.created_at; end if;
  return new;
end $$;
create trigger one_time_tokens_of_disabled before insert on one_time_tokens
  for each row when (new.user_id is not null) execute function end_token_of_disabled();
