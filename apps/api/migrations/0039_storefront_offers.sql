-- What the lists of the storefront are sorted and filtered by: one row for each product on sale.

-- The rows follow the feed of catalog changes (modules/storefront/offers), so they can be a moment older than the
-- products.
-- price: the smallest retail price of the product's active variants.
-- in_stock: true if an active variant has a piece that isn't reserved.
-- name_key: see the function name_key.
-- There is no foreign key to products: it would lock each product while its row is inserted.
create table storefront_offers (
  product_id uuid primary key,
  vendor_id uuid not null,
  price numeric not null,
  in_stock boolean not null,
  name_key text collate "C" not null
);
-- Each row is in one index for each order, and in one for each order of a vendor's products. A list without the filter by
-- stock merges the ranges of two indexes. No two indexes of the same rows begin with the same column or expression: the
-- planner would use the other one with an incremental sort, which it estimates as cheap but which reads the whole range.
create index storefront_offers__newest on storefront_offers (product_id) where in_stock;
create index storefront_offers__price on storefront_offers (price, product_id) where in_stock;
create index storefront_offers__name on storefront_offers (name_key, product_id) where in_stock;
create index storefront_offers__vendor_newest on storefront_offers (vendor_id, product_id) where in_stock;
create index storefront_offers__vendor_price
  on storefront_offers ((case when price >= 0 then vendor_id end), price, product_id) where in_stock;
create index storefront_offers__vendor_name
  on storefront_offers ((case when name_key >= '' then vendor_id end), name_key, product_id) where in_stock;
create index storefront_offers__newest_sold_out on storefront_offers (product_id) where not in_stock;
create index storefront_offers__price_sold_out on storefront_offers (price, product_id) where not in_stock;
create index storefront_offers__name_sold_out on storefront_offers (name_key, product_id) where not in_stock;
create index storefront_offers__vendor_newest_sold_out on storefront_offers (vendor_id, product_id) where not in_stock;
create index storefront_offers__vendor_price_sold_out
  on storefront_offers ((case when price >= 0 then vendor_id end), price, product_id) where not in_stock;
create index storefront_offers__vendor_name_sold_out
  on storefront_offers ((case when name_key >= '' then vendor_id end), name_key, product_id) where not in_stock;

-- followed_through: the number of the last catalog change that the rows include.
create table storefront_offer_progress (
  only_row boolean primary key default true check (only_row),
  followed_through bigint not null
);
insert into storefront_offer_progress (followed_through)
select greatest(f.deleted_through, (select coalesce(max(sequence), 0) from catalog_changes)) from catalog_feed f;

-- Rows to compute again in the background: those of a vendor or, if vendor_id is null, all. While a row without a
-- vendor exists, rows of products on sale may be missing.
-- refreshed_through: the id of the last product that was done.
-- served_at: when the last batch was done, so that vendors take turns.
create table storefront_offer_refreshes (
  vendor_id uuid,
  refreshed_through uuid not null default '00000000-0000-0000-0000-000000000000',
  served_at timestamptz not null default now(),
  constraint storefront_offer_refreshes__vendor_id unique nulls not distinct (vendor_id)
);
insert into storefront_offer_refreshes (vendor_id) select null where exists (select from products);
