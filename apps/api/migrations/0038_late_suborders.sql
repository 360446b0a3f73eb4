-- For the job that records the events order.late.
-- not in a transaction

create index concurrently suborders__late_at on suborders
  (suborder_late_at(status, acknowledge_by, ship_by, acknowledge_late_recorded, ship_late_recorded))
  where suborder_late_at(status, acknowledge_by, ship_by, acknowledge_late_recorded, ship_late_recorded) is not null;
