-- For the search in the list of a vendor's shipments.
-- not in a transaction

create index concurrently shipments__search on shipments using gin (shipment_search(vendor_id, tracking_number));
