-- For the operator's orders that are late or due.
-- not in a transaction

create index concurrently suborders__due_at on suborders (suborder_due_at(status, acknowledge_by, ship_by), order_id)
  where suborder_due_at(status, acknowledge_by, ship_by) is not null;
