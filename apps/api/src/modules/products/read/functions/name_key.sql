-- Returns the text by which lists of the storefront sort a name: in lower case and without accents, at most 200
-- characters. The result doesn't depend on the operating system. U+10FFFF sorts after all keys, so no key contains it.
create or replace function name_key(name text) returns text
  language sql immutable strict parallel safe
  return left(
    regexp_replace(normalize(lower(name collate pg_c_utf8), nfkd), '[\u0300-\u036f\U0010FFFF]', '', 'g') collate "C", 200);
