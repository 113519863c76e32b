-- The feed of changes: one row for each record that a transaction changed, for 30 days. What a record was is not kept: a
-- reader gets it as it is now.

create table changes (
  -- Rows are in the order of these two. A reader gets the rows of transactions that began before all that still run, so no
  -- row can appear before one that was read. Numbers of a sequence alone become visible out of order.
  xid xid8 not null default pg_current_xact_id(),
  seq bigint generated always as identity,
  resource text not null,
  record_id bigint not null,
  -- The path of the client at that time: who may read the row.
  client_id bigint not null,
  agency_id text not null,
  partner_id text not null,
  changed_at timestamptz not null,
  primary key (xid, seq)
);
create index changes_in_client on changes (resource, client_id, xid, seq);
create index changes_in_agency on changes (resource, agency_id, xid, seq);
create index changes_in_partner on changes (resource, partner_id, xid, seq);
grant select, insert on changes to fleet_app;
call limit_to_scope('changes');

-- One row. Numbers of transactions mean nothing in another cluster, so a start compares what the database says of itself
-- with `identity`, and begins a new epoch where they differ.
create table change_feed (
  single boolean primary key default true check (single),
  identity text not null default '',
  epoch uuid not null default gen_random_uuid(),
  -- Rows of older transactions may have been removed.
  kept_from xid8 not null default '0',
  -- To this instant, what the clock alone changes was announced. The present of a reader is never before it.
  announced_until timestamptz not null default '-infinity'
);
insert into change_feed default values;
grant select on change_feed to fleet_app;

-- Which transactions had ended when: rows are kept for 30 days after they became visible, however long their transaction
-- took.
create table change_horizons (
  at timestamptz primary key,
  horizon xid8 not null
);

create trigger x_announce after insert or update on clients for each row execute function announce_client();
