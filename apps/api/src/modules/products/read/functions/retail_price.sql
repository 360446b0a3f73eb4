-- Returns the price for customers: the vendor's price plus commission, rounded half up to cents.
create or replace function retail_price(vendor_price numeric, commission_percent numeric) returns numeric
  language sql immutable strict parallel safe
  return round(vendor_price * (1 + commission_percent / 100), 2);
