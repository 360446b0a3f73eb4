-- Returns one side of shown changes as it is stored in snapshots: an object with a value for each field. The prices
-- of variants are in `variants`, such as [{ id, vendorPrice }]. `side` is live or proposed.
create or replace function changes_snapshot(shown jsonb, side text) returns jsonb
  language sql immutable strict parallel safe
  return (
    select coalesce(jsonb_object_agg(c.change ->> 'field', c.change -> side), '{}')
    from jsonb_array_elements(shown) as c (change) where not c.change ? 'variantId'
  ) || coalesce((
    select jsonb_build_object('variants', jsonb_agg(v.variant order by v.id))
    from (
      select c.change ->> 'variantId' as id, jsonb_object_agg(c.change ->> 'field', c.change -> side)
        || jsonb_build_object('id', c.change -> 'variantId') as variant
      from jsonb_array_elements(shown) as c (change) where c.change ? 'variantId'
      group by c.change ->> 'variantId', c.change -> 'variantId'
    ) v
    having count(*) > 0
  ), '{}');
