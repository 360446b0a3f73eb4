-- New images of staged edits: private files with a preview, until approval makes them live.

-- products.pending_revision holds only fields that differ from the live ones:
--   name, shortDescription, description, and
--   images: the whole proposed set in order, [{ id, isNew, variantId, alt, sortOrder, isPrimary }],
--   where id names a row here when isNew, else one of product_images that is kept.
-- products.moderation.proposed keeps a rejected revision in the same form.
create table pending_images (
  id uuid primary key,
  product_id uuid not null references products on delete cascade,
  vendor_id uuid not null,
  path text not null,
  -- A data URI: the image itself up to 256 KiB, else a smaller preview of it.
  preview text not null,
  created_at timestamptz(3) not null default now()
);
create index pending_images__product_id on pending_images (product_id);
create index pending_images__path on pending_images (path);

-- A stored set of staged images in its outward form. Kept ones have their public URL; new ones their preview, which only
-- a whole answer reads. A variant that is gone meanwhile is left out. A function that is never inlined, so that a
-- read of a product without staged images does not set up these joins: they were a quarter of its cost.
create function staged_images(product_id uuid, images jsonb, origin text, whole boolean) returns jsonb
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
