-- What vendors should act on: variants with little stock, rejected products, and uploads with failed items.

-- For variants of which few pieces are available. Larger numbers aren't in the index, so that most changes of stock don't
-- have to write to it. A query needs the condition `stock_on_hand - stock_reserved <= 100` as a constant.
create index variants__low_stock on variants (vendor_id, (stock_on_hand - stock_reserved), product_id)
  where is_active and stock_on_hand - stock_reserved <= 100;
-- For the estimated size of the list of these products.
create statistics variants__stock_available on (stock_on_hand - stock_reserved) from variants;

-- True for a product that the operator or a rule has rejected, and for a live product with rejected edits, until the
-- vendor edits a moderated field again. products.moderation.proposed is the list of the rejected fields, or null.
create function is_rejected(status text, moderation jsonb) returns boolean
  language sql immutable parallel safe
  return status = 'DRAFT' or moderation -> 'proposed' <> 'null';

-- The planner uses it only for queries with the condition is_rejected(status, moderation).
create index products__rejected on products (vendor_id, id) where is_rejected(status, moderation);

create index import_jobs__retry_of on import_jobs (retry_of) where retry_of is not null;
