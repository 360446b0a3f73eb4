-- For the operator's statistics of the orders of some days, which read nothing but this index.
-- not in a transaction

create index concurrently suborders__placed_at on suborders (placed_at)
  include (vendor_id, status, subtotal, acknowledge_by, ship_by, acknowledge_late_recorded, ship_late_recorded);
