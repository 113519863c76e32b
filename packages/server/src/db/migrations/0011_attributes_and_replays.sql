-- Attributes hold numbers of the caller. `json` keeps their text; `jsonb` writes 5e-324 with 326 digits.
alter table clients alter attributes drop default, alter attributes type json using attributes::text::json,
  alter attributes set default '{}';
alter table units alter attributes drop default, alter attributes type json using attributes::text::json,
  alter attributes set default '{}';
alter table unit_groups alter attributes drop default, alter attributes type json using attributes::text::json,
  alter attributes set default '{}';
