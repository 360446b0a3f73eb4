-- For the search and the days in the list of a vendor's shipments.

-- Returns the search terms of a shipment: the words of its tracking number, and '@<vendor id>' as in suborders.search.
create function shipment_search(vendor_id uuid, tracking_number text) returns tsvector
  language sql immutable parallel safe
  return to_tsvector('simple', search_words(tracking_number)) || array_to_tsvector(array['@' || vendor_id]);

create index shipments__search on shipments using gin (shipment_search(vendor_id, tracking_number));
create index shipments__vendor_id_shipped_at on shipments (vendor_id, shipped_at, id) include (status);
