-- Returns the rank of a vendor's trust, for comparisons.
create or replace function trust_rank(trust text) returns integer
  language sql immutable strict parallel safe
  return array_position(array['NEW', 'STANDARD', 'TRUSTED'], trust);
