-- Requests that must not be carried out twice, for 24 hours. Of records only the ids are kept: a replay reads them again, as the
-- caller may see it by then.
create table idempotency_keys (
  user_id bigint not null references users (id) on delete cascade,
  key text not null,
  -- Of operation and input, so that another request with the same key is noticed.
  fingerprint text not null,
  -- Null until the request has been carried out, and where the operation has one success.
  status integer,
  location text,
  -- The record, or those that a bulk request was about.
  record_ids bigint[],
  -- JSON text of data that is no record.
  result text,
  created_at timestamptz not null,
  primary key (user_id, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);
grant select, insert, update, delete on idempotency_keys to fleet_app;
alter table idempotency_keys enable row level security;
alter table idempotency_keys force row level security;
create policy own on idempotency_keys to fleet_app using (user_id = (select request_user()));
create policy owner_access on idempotency_keys to current_user
  using ((select current_setting('fleet.owner_access', true)) = 'on');
