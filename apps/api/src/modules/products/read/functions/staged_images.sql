-- Returns a set of staged images, as stored in pending_revision, in the format of the API. Each image has a
-- url, which is null for a new image. If whole is true, each also has base64Image: the preview of a new
-- image, otherwise null. The variantId of a variant that no longer exists is null. As a PL/pgSQL function it
-- is never inlined, so that reading a product without staged images doesn't have to initialise these joins,
-- which were a quarter of the cost of such a read.
create or replace function staged_images(product_id uuid, images jsonb, origin text, whole boolean) returns jsonb
  language plpgsql stable parallel safe as $$
begin
  return (
    select coalesce(jsonb_agg(
      jsonb_build_object('id', e.id, 'url', asset_url(staged_images.origin, l.path), 'variantId', x.id, 'alt', e.alt,
        'sortOrder', e."sortOrder", 'isPrimary', e."isPrimary")
      || case when staged_images.whole then jsonb_build_object('base64Image', (
        select n.preview from pending_images n where n.id = e.id and n.product_id = staged_images.product_id))
        else '{}' end
      order by e.position), '[]')
    from rows from (jsonb_to_recordset(staged_images.images) as (id uuid, "isNew" boolean, "variantId" uuid, alt text,
        "sortOrder" integer, "isPrimary" boolean)) with ordinality
        as e (id, "isNew", "variantId", alt, "sortOrder", "isPrimary", position)
      left join product_images l on l.id = e.id and l.product_id = staged_images.product_id
      left join variants x on x.id = e."variantId" and x.product_id = staged_images.product_id);
end $$;
