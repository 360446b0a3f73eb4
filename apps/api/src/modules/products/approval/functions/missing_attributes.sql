-- Returns how many required attributes a new product lacks in itself or in one of its variants. category_ids: a JSON array
-- with the ids of its categories. attributes: those of the product. variants: a JSON array of objects with `attributes`.
-- Stored products have the number in attribute_issues.
create or replace function missing_attributes(category_ids jsonb, attributes jsonb, variants jsonb) returns integer
  language plpgsql stable parallel safe as $$
declare
  missing integer;
begin
  if category_ids is null or not exists (select from category_attributes where requirement = 'REQUIRED') then
    return 0;
  end if;
  with recursive above as (
    select c.id, c.parent_id from categories c
    where c.id in (select t.id::uuid from jsonb_array_elements_text(nullif(category_ids, 'null')) as t (id))
    union
    select c.id, c.parent_id from categories c join above a on c.id = a.parent_id
  ), required as (
    select distinct d.code, d.level
    from above a join category_attributes r on r.category_id = a.id join attributes d on d.id = r.attribute_id
    where r.requirement = 'REQUIRED' and (r.enforced_from is null or r.enforced_from <= now()) and d.deleted_at is null
  )
  select count(*) into missing from required r
  where case r.level when 'PRODUCT' then not coalesce(missing_attributes.attributes ? r.code, false) else exists (
    select from jsonb_array_elements(variants) as v (variant)
    where not coalesce(v.variant -> 'attributes' ? r.code, false)) end;
  return missing;
end $$;
