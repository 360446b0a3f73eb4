-- Returns products.moderation, which has fields, as it is recorded in the history: without the proposed values.
create or replace function recorded_moderation(moderation jsonb) returns jsonb
  language sql immutable parallel safe
  return (moderation - 'proposed') || jsonb_build_object('fields', (
    select jsonb_object_agg(key, value - 'proposed') from jsonb_each(moderation -> 'fields')));
