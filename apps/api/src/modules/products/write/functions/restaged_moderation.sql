-- Returns products.moderation after a change of the staged edits. `stages` has the newly staged values. The decisions
-- on these fields are removed, and so are the rejected values. A new revision begins without decisions.
create or replace function restaged_moderation(moderation jsonb, revision jsonb, stages jsonb) returns jsonb
  language sql immutable parallel safe
  return moderation || jsonb_build_object('proposed', null, 'fields', case when revision is null then '{}'
    else coalesce(moderation -> 'fields', '{}') - array(select jsonb_object_keys(stages)) end);
