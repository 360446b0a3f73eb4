-- Returns a variant's attributes as the API returns them.
create or replace function variant_attributes(attributes jsonb, unspc text) returns jsonb
  language sql stable parallel safe
  return case when unspc is null then attributes else attributes || jsonb_build_object('unspc', unspc) end;
