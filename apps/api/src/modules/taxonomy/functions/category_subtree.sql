-- Returns the ids of a category and of all its descendants. The id of a category that was merged into another one stands
-- for that category.
create or replace function category_subtree(root uuid) returns setof uuid
  language sql stable parallel safe
begin atomic
  with recursive subtree (id) as (
    select coalesce((select c.parent_id from categories c where c.id = root and c.merged_at is not null), root)
    union
    select c.id from categories c join subtree s on c.parent_id = s.id
  )
  select id from subtree;
end;
