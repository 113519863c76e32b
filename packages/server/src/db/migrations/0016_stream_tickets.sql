-- Tickets, which open streams of events where no header can be sent. Only their hashes are stored.
create table stream_tickets (
  hash text primary key,
  session_id bigint not null references sessions (id) on delete cascade,
  created_at timestamptz not null,
  used_at timestamptz,
  expires_at timestamptz not null
);
create index stream_tickets_session on stream_tickets (session_id, created_at);
create index stream_tickets_expiry on stream_tickets (expires_at);
grant select, insert, update, delete on stream_tickets to fleet_app;
