-- For a vendor's orders that are late or due.
-- not in a transaction

create index concurrently suborders__vendor_id_due_at on suborders
  (vendor_id, suborder_due_at(status, acknowledge_by, ship_by), id)
  where suborder_due_at(status, acknowledge_by, ship_by) is not null;
