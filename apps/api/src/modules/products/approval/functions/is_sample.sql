-- True if a rule sends this version of an entry to the queue as a sample. The same version always gets the same
-- result. `percent` is the share of the samples.
create or replace function is_sample(product_id uuid, version integer, rule_key text, percent numeric) returns boolean
  language sql immutable strict parallel safe
  return ('x' || left(md5(product_id::text || ':' || version || ':' || rule_key), 8))::bit(32)::bigint * 100.0 / 4294967296
    < percent;
