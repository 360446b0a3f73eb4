-- Returns products.moderation, which has rejected fields, as the API returns it. If whole is true, proposed contains
-- the data of its new images. fields never contains the data. The function is not inlined: see staged_images.
create or replace function moderation_of(product_id uuid, moderation jsonb, origin text, whole boolean) returns jsonb
  language plpgsql stable parallel safe as $$
declare
  images jsonb := moderation #> '{fields,images,proposed}';
  shown jsonb := moderation;
begin
  if jsonb_typeof(images) = 'array' then
    shown := jsonb_set(shown, '{fields,images,proposed}', staged_images(product_id, images, origin, false));
  end if;
  return shown || jsonb_build_object('proposed', (
    select jsonb_object_agg(f.field, case when f.field = 'images' and whole
      then staged_images(product_id, images, origin, true) else shown #> array['fields', f.field, 'proposed'] end)
    from jsonb_array_elements_text(case when jsonb_typeof(moderation -> 'proposed') = 'array'
      then moderation -> 'proposed' end) as f (field)));
end $$;
