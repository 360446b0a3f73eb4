-- For the days in the list of a vendor's shipments.
-- not in a transaction

create index concurrently shipments__vendor_id_shipped_at on shipments (vendor_id, shipped_at, id) include (status);
