-- Formats a timestamp in ISO 8601, in UTC with milliseconds. It is declared stable, like to_char, so that
-- PostgreSQL can inline it.
create or replace function iso_text(at timestamptz) returns text
  language sql stable parallel safe
  return to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
