-- Returns the public URL of a stored file. A value that is already an http or https URL is returned
-- unchanged.
create or replace function asset_url(origin text, path text) returns text
  language sql immutable parallel safe
  return case when path ~* '^https?://' then path else origin || '/assets/' || path end;
