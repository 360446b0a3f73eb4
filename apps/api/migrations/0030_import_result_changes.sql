-- What the items of a dry run would change.

-- changes: { count, listed: [{ field, variant_sku, old, new, needs_approval, is_shortened }] }, where count may be greater
-- than the length of the list. Null unless the item of a dry run would update a product.
alter table import_results add column changes jsonb;
