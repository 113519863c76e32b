-- When each maintenance job last ran, on any server. By the clock of the database: those of the servers may differ.
create table maintenance_jobs (
  name text primary key,
  last_run_at timestamptz not null
);
