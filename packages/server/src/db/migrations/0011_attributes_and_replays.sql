-- Attributes hold numbers of the caller. `json` keeps their text; `jsonb` writes 5e-324 with 326 digits.
alter table clients alter attributes drop default, alter attributes type json using attributes::text::json,
  alter attributes set default '{}';
alter table units alter attributes drop default, alter attributes type json using attributes::text::json,
  alter attributes set default '{}';
alter table unit_groups alter attributes drop default, alter attributes type json using attributes::text::json,
  alter attributes set default '{}';

-- Of a request with an Idempotency-Key no record is kept: a replay reads it again, as the caller may see it by then.
truncate idempotency_keys;
alter table idempotency_keys drop column reply,
  -- Null where the operation has one success.
  add column status integer,
  add column location text,
  add column record_id bigint,
  -- JSON text of data that is no record.
  add column result text;
