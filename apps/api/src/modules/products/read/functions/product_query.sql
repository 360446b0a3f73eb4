-- Returns a query for the products of a vendor that contain every word of a text.
create or replace function product_query(vendor_id uuid, words text) returns tsquery
  language sql immutable parallel safe
  return coalesce(words_query(words), '') && ('''@' || vendor_id || '''')::tsquery;
