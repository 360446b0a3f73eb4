-- The products of each category, collection, tag and facet value in the orders of the storefront's lists, and indexes for
-- ranges of prices in the orders by name and newest first.
-- locks: no release has the table storefront_offers yet, so it has no rows that a release has written

-- term_ids: the ids of the product's categories, collections, tags and facet values, sorted.
alter table storefront_offers add column term_ids uuid[] not null default '{}';

-- One row for each term of each row of storefront_offers. Each order has a table of its own, so that a change of a price
-- writes only one of them, and a table has one index, which is its primary key: with two indexes that begin with the same
-- columns, the planner can use the wrong one.
create table storefront_term_newest (
  term_id uuid not null,
  in_stock boolean not null,
  product_id uuid not null,
  primary key (term_id, in_stock, product_id)
);
create table storefront_term_prices (
  term_id uuid not null,
  in_stock boolean not null,
  price numeric not null,
  product_id uuid not null,
  primary key (term_id, in_stock, price, product_id)
);
create table storefront_term_names (
  term_id uuid not null,
  in_stock boolean not null,
  name_key text collate "C" not null,
  product_id uuid not null,
  primary key (term_id, in_stock, name_key, product_id)
);

-- Triggers write these tables in sets, so that every statement that writes storefront_offers leaves them complete. Plans are
-- cached, maybe while a table is still empty. So rows to delete are looked up one by one, and never by reading a table.
create function add_storefront_terms() returns trigger language plpgsql as $$
begin
  insert into storefront_term_newest (term_id, in_stock, product_id)
  select t.id, a.in_stock, a.product_id from added a cross join unnest(a.term_ids) as t (id) order by 1, 2, 3;
  insert into storefront_term_prices (term_id, in_stock, price, product_id)
  select t.id, a.in_stock, a.price, a.product_id from added a cross join unnest(a.term_ids) as t (id) order by 1, 2, 3, 4;
  insert into storefront_term_names (term_id, in_stock, name_key, product_id)
  select t.id, a.in_stock, a.name_key, a.product_id from added a cross join unnest(a.term_ids) as t (id) order by 1, 2, 3, 4;
  return null;
end $$;
create trigger add_terms after insert on storefront_offers referencing new table as added
  for each statement execute function add_storefront_terms();

create function remove_storefront_terms() returns trigger language plpgsql set enable_seqscan to off as $$
begin
  delete from storefront_term_newest where ctid = any (array(
    select (
      select n.ctid from storefront_term_newest n
      where n.term_id = t.id and n.in_stock = r.in_stock and n.product_id = r.product_id)
    from removed r cross join unnest(r.term_ids) as t (id)));
  delete from storefront_term_prices where ctid = any (array(
    select (
      select p.ctid from storefront_term_prices p
      where p.term_id = t.id and p.in_stock = r.in_stock and p.price = r.price and p.product_id = r.product_id)
    from removed r cross join unnest(r.term_ids) as t (id)));
  delete from storefront_term_names where ctid = any (array(
    select (
      select n.ctid from storefront_term_names n
      where n.term_id = t.id and n.in_stock = r.in_stock and n.name_key = r.name_key and n.product_id = r.product_id)
    from removed r cross join unnest(r.term_ids) as t (id)));
  return null;
end $$;
create trigger remove_terms after delete on storefront_offers referencing old table as removed
  for each statement execute function remove_storefront_terms();

create function move_storefront_terms() returns trigger language plpgsql set enable_seqscan to off as $$
begin
  delete from storefront_term_newest where ctid = any (array(
    select (
      select n.ctid from storefront_term_newest n
      where n.term_id = k.term_id and n.in_stock = k.in_stock and n.product_id = k.product_id)
    from (
      select t.id as term_id, r.in_stock, r.product_id from removed r cross join unnest(r.term_ids) as t (id)
      except
      select t.id, a.in_stock, a.product_id from added a cross join unnest(a.term_ids) as t (id)) k));
  insert into storefront_term_newest (term_id, in_stock, product_id)
  select t.id as term_id, a.in_stock, a.product_id from added a cross join unnest(a.term_ids) as t (id)
  except
  select t.id, r.in_stock, r.product_id from removed r cross join unnest(r.term_ids) as t (id)
  order by 1, 2, 3;

  delete from storefront_term_prices where ctid = any (array(
    select (
      select p.ctid from storefront_term_prices p
      where p.term_id = k.term_id and p.in_stock = k.in_stock and p.price = k.price and p.product_id = k.product_id)
    from (
      select t.id as term_id, r.in_stock, r.price, r.product_id from removed r cross join unnest(r.term_ids) as t (id)
      except
      select t.id, a.in_stock, a.price, a.product_id from added a cross join unnest(a.term_ids) as t (id)) k));
  insert into storefront_term_prices (term_id, in_stock, price, product_id)
  select t.id as term_id, a.in_stock, a.price, a.product_id from added a cross join unnest(a.term_ids) as t (id)
  except
  select t.id, r.in_stock, r.price, r.product_id from removed r cross join unnest(r.term_ids) as t (id)
  order by 1, 2, 3, 4;

  delete from storefront_term_names where ctid = any (array(
    select (
      select n.ctid from storefront_term_names n
      where n.term_id = k.term_id and n.in_stock = k.in_stock and n.name_key = k.name_key and n.product_id = k.product_id)
    from (
      select t.id as term_id, r.in_stock, r.name_key, r.product_id from removed r cross join unnest(r.term_ids) as t (id)
      except
      select t.id, a.in_stock, a.name_key, a.product_id from added a cross join unnest(a.term_ids) as t (id)) k));
  insert into storefront_term_names (term_id, in_stock, name_key, product_id)
  select t.id as term_id, a.in_stock, a.name_key, a.product_id from added a cross join unnest(a.term_ids) as t (id)
  except
  select t.id, r.in_stock, r.name_key, r.product_id from removed r cross join unnest(r.term_ids) as t (id)
  order by 1, 2, 3, 4;
  return null;
end $$;
create trigger move_terms after update on storefront_offers referencing old table as removed new table as added
  for each statement execute function move_storefront_terms();

-- Returns the number of the band of prices to which a price belongs. A range of prices is read as a few bands in the order
-- of the list, and the prices of its first and last band are compared.
create function price_band(price numeric) returns integer language sql immutable strict parallel safe
  return width_bucket(price, '{
    1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10, 15, 20, 25, 30, 40, 50, 60, 80, 100, 150, 200, 250, 300, 400, 500, 600, 800,
    1000, 1500, 2000, 2500, 3000, 4000, 5000, 6000, 8000, 10000, 20000, 50000, 100000, 1000000}'::numeric[]);
create index storefront_offers__band_newest
  on storefront_offers (price_band(price), product_id, price) where in_stock;
create index storefront_offers__band_name
  on storefront_offers ((case when name_key >= '' then price_band(price) end), name_key, product_id, price) where in_stock;
create index storefront_offers__band_newest_sold_out
  on storefront_offers (price_band(price), product_id, price) where not in_stock;
create index storefront_offers__band_name_sold_out
  on storefront_offers ((case when name_key >= '' then price_band(price) end), name_key, product_id, price) where not in_stock;

-- All rows are computed again, for their terms.
insert into storefront_offer_refreshes (vendor_id) select null where exists (select from products)
on conflict on constraint storefront_offer_refreshes__vendor_id
  do update set refreshed_through = '00000000-0000-0000-0000-000000000000';
