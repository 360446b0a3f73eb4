-- Returns an address as JSON with all nine fields. Fields that are not set are null.
create or replace function address_json(address jsonb) returns json
  language sql stable parallel safe
  return json_build_object(
    'name', address -> 'name', 'company', address -> 'company',
    'addressLine1', address -> 'addressLine1', 'addressLine2', address -> 'addressLine2',
    'city', address -> 'city', 'state', address -> 'state', 'zipCode', address -> 'zipCode',
    'country', address -> 'country', 'phone', address -> 'phone');
