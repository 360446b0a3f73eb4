-- Reserves one slug for each element of bases, and returns the slugs of each base in the order in which
-- products should get them: the base itself, if it is free, and then the base with suffixes, first those that
-- were reserved but not used. Call it in a transaction of its own, because it locks the counters of the bases.
create or replace function reserve_product_slugs(bases text[], lifetime interval) returns table (base text, slugs text[])
language plpgsql as $$
#variable_conflict use_column
declare
  deadline timestamptz := clock_timestamp() + lifetime;
  wanted record;
  found text[];
  added text[];
  missing integer;
  count integer;
  last integer;
begin
  -- Only the counters are logged. If a crash loses their last values, it also ends the transactions that would
  -- have used the numbers.
  perform set_config('synchronous_commit', 'off', true);
  for wanted in
    with free as (
      insert into slug_reservations as r (slug, base, expires_at)
      select distinct n.base, n.base, deadline from unnest(bases) as n (base)
      where not exists (select from products p where p.slug = n.base)
        and not exists (select from slug_reservations o where o.slug = n.base and o.expires_at > clock_timestamp())
      order by n.base
      on conflict on constraint slug_reservations_pkey
        do update set base = excluded.base, suffix = null, expires_at = excluded.expires_at
        where r.expires_at <= clock_timestamp()
      returning slug
    )
    select n.base, count(*)::integer as count, bool_or(free.slug is not null) as is_free
    from unnest(bases) as n (base) left join free on free.slug = n.base
    group by n.base order by n.base
  loop
    found := case when wanted.is_free then array[wanted.base] else '{}' end;
    missing := wanted.count - cardinality(found);
    if missing > 0 then
      with unused as (
        select o.slug from slug_reservations o
        where o.base = wanted.base and o.suffix is not null and o.expires_at <= clock_timestamp()
          and not exists (select from products p where p.slug = o.slug)
        order by o.suffix limit missing for update of o skip locked
      ), taken as (
        update slug_reservations r set expires_at = deadline from unused where r.slug = unused.slug
        returning r.slug, r.suffix
      )
      select coalesce(array_agg(slug order by suffix), '{}') into added from taken;
      found := found || added;
    end if;
    for round in 1..1000 loop
      missing := wanted.count - cardinality(found);
      exit when missing <= 0;
      -- If slugs are still missing after three rounds, many are taken. Each later round tries twice as many.
      count := missing * 2 ^ least(greatest(round - 3, 0), 10);
      insert into slug_counters as c (base, last_suffix) values (wanted.base, 1 + count)
        on conflict on constraint slug_counters_pkey do update set last_suffix = c.last_suffix + excluded.last_suffix - 1
        returning last_suffix into last;
      with candidate as (
        select n, rtrim(left(wanted.base, 254 - length(n::text)), '-') || '-' || n as slug
        from generate_series(last - count + 1, last) n
      ), taken as (
        insert into slug_reservations as r (slug, base, suffix, expires_at)
        select slug, wanted.base, n, deadline from candidate
        where not exists (select from products p where p.slug = candidate.slug)
          and not exists (
            select from slug_reservations o where o.slug = candidate.slug and o.expires_at > clock_timestamp())
        order by n limit missing
        on conflict on constraint slug_reservations_pkey
          do update set base = excluded.base, suffix = excluded.suffix, expires_at = excluded.expires_at
          where r.expires_at <= clock_timestamp()
        returning slug, suffix
      )
      select coalesce(array_agg(slug order by suffix), '{}') into added from taken;
      found := found || added;
    end loop;
    base := wanted.base;
    slugs := found;
    return next;
  end loop;
end $$;
