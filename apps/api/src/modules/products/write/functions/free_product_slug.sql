-- Returns a free slug of at most 255 characters: the base, or the base with the suffix -2, -3, and so on. If
-- two transactions get the same free base concurrently, one of them violates the unique constraint and has to
-- try again.
create or replace function free_product_slug(base text) returns text language plpgsql as $$
declare
  suffix integer;
  candidate text;
begin
  if not exists (select from products where slug = base) then
    return base;
  end if;
  loop
    insert into slug_counters as c (base, last_suffix) values (free_product_slug.base, 2)
      on conflict on constraint slug_counters_pkey do update set last_suffix = c.last_suffix + 1
      returning last_suffix into suffix;
    candidate := rtrim(left(base, 254 - length(suffix::text)), '-') || '-' || suffix;
    exit when not exists (select from products where slug = candidate);
  end loop;
  return candidate;
end $$;
