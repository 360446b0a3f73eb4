-- Returns the ids of a category and of all its descendants.
create or replace function category_subtree(root uuid) returns setof uuid
  language sql stable parallel safe
begin atomic
  with recursive subtree (id) as (
    select root
    union
    select c.id from categories c join subtree s on c.parent_id = s.id
  )
  select id from subtree;
end;
