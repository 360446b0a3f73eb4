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
