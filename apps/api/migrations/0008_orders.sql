-- Customer orders, with one suborder per vendor, lines with the prices at the time of the order, shipments,
-- and exact counts for the lists.

-- Order numbers and PO numbers are generated from these sequences; see modules/orders/place/order-numbers.ts.
create sequence order_numbers start with 1000001;
create sequence po_numbers start with 2000001;

-- body_hash: the hash of the request body, to distinguish a retry of an order from a different order with the
-- same number.
-- warnings: [{ pointer, code, message }] of the response, so that a retry gets the same response.
create table orders (
  id uuid primary key,
  order_number text not null constraint orders__order_number unique,
  body_hash bytea not null,
  warnings jsonb not null default '[]',
  payment_method_name text not null,
  customer_note text,
  ship_to jsonb not null,
  currency text not null,
  placed_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index orders__placed_at on orders (placed_at, id);

-- A vendor's part of an order. The vendor's order and purchase order in the API both have this id. Addresses
-- and names are copied when the order is placed. status is derived from the quantities of the lines and from
-- the shipments.
create table suborders (
  id uuid primary key,
  order_id uuid not null references orders,
  vendor_id uuid not null references vendors,
  position integer not null,
  order_number text not null,
  po_number text not null constraint suborders__po_number unique,
  status text not null default 'CONFIRMED' check (status in
    ('CONFIRMED', 'ACKNOWLEDGED', 'PARTIALLY_SHIPPED', 'SHIPPED', 'DELIVERED', 'CANCELLED')),
  placed_at timestamptz(3) not null,
  payment_method_name text not null,
  shipping_method_id uuid not null,
  shipping_method_name text not null,
  customer_note text,
  vendor_address jsonb not null,
  bill_to jsonb not null,
  ship_to jsonb not null,
  currency text not null,
  -- Retail: subtotal + shipping + tax - discount = total. The purchase order's subtotal is cost_subtotal.
  subtotal numeric(16, 2) not null check (subtotal >= 0),
  cost_subtotal numeric(16, 2) not null check (cost_subtotal >= 0),
  shipping numeric(16, 2) not null check (shipping >= 0),
  tax numeric(16, 2) not null default 0 check (tax >= 0),
  discount numeric(16, 2) not null default 0 check (discount >= 0),
  total numeric(16, 2) not null generated always as (subtotal + shipping + tax - discount) stored check (total >= 0),
  acknowledged_at timestamptz(3),
  -- The search terms: order number, PO number, SKUs, and '@<vendor id>' as in products.search.
  search tsvector not null default '',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint suborders__order_id_vendor_id unique (order_id, vendor_id)
);
create index suborders__vendor_id_placed_at on suborders (vendor_id, placed_at, id);
create index suborders__vendor_id_status_placed_at on suborders (vendor_id, status, placed_at, id);
create index suborders__vendor_id_updated_at on suborders (vendor_id, updated_at, id);
-- For the operator's list of orders that have a suborder with a given status.
create index suborders__status_placed_at on suborders (status, placed_at, order_id);
create index suborders__search on suborders using gin (search);

-- variant_id and product_id have no foreign key, because the variant or product may be deleted later. image
-- is a storage path or a URL.
create table order_items (
  id uuid primary key,
  suborder_id uuid not null references suborders,
  vendor_id uuid not null,
  position integer not null,
  variant_id uuid not null,
  product_id uuid not null,
  product_name text not null,
  sku text not null,
  image text,
  quantity integer not null check (quantity > 0),
  unit_price numeric(14, 4) not null check (unit_price >= 0),
  unit_cost numeric(14, 4) not null check (unit_cost >= 0),
  subtotal numeric(16, 2) not null generated always as (round(unit_price * quantity, 2)) stored,
  cost_subtotal numeric(16, 2) not null generated always as (round(unit_cost * quantity, 2)) stored,
  quantity_shipped integer not null default 0 check (quantity_shipped >= 0),
  quantity_cancelled integer not null default 0 check (quantity_cancelled >= 0),
  constraint order_items__not_over check (quantity_shipped + quantity_cancelled <= quantity)
);
create index order_items__suborder_id on order_items (suborder_id, position);
create index order_items__variant_id on order_items (variant_id);
create index order_items__image on order_items using hash (image) where image is not null;

create table order_cancellations (
  id uuid primary key,
  suborder_id uuid not null references suborders,
  vendor_id uuid not null,
  reason text not null check (reason in
    ('OUT_OF_STOCK', 'DISCONTINUED', 'PRICING_ERROR', 'ADDRESS_NOT_SERVICEABLE', 'CUSTOMER_REQUEST', 'OTHER')),
  note text,
  cancelled_by text not null check (cancelled_by in ('VENDOR', 'PLATFORM')),
  -- [{ orderItemId, quantity }]
  items jsonb not null,
  created_at timestamptz(3) not null default now()
);
create index order_cancellations__suborder_id on order_cancellations (suborder_id, id);

-- Returns the search terms of a shipment: the words of its tracking number, and '@<vendor id>' as in suborders.search.
create function shipment_search(vendor_id uuid, tracking_number text) returns tsvector
  language sql immutable parallel safe
  return to_tsvector('simple', search_words(tracking_number)) || array_to_tsvector(array['@' || vendor_id]);

create table shipments (
  id uuid primary key,
  suborder_id uuid not null references suborders,
  vendor_id uuid not null,
  carrier text not null,
  tracking_number text not null,
  tracking_url text,
  status text not null default 'SHIPPED' check (status in ('SHIPPED', 'IN_TRANSIT', 'DELIVERED', 'CANCELLED')),
  shipped_at timestamptz(3) not null,
  delivered_at timestamptz(3),
  cancelled_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index shipments__suborder_id on shipments (suborder_id, id);
create index shipments__vendor_id on shipments (vendor_id, id);
create index shipments__vendor_id_status on shipments (vendor_id, status, id);
create index shipments__vendor_id_updated_at on shipments (vendor_id, updated_at, id);

-- stock_taken: the quantity by which the shipment reduced stock_on_hand. Cancelling the shipment adds it
-- again.
create table shipment_items (
  shipment_id uuid not null references shipments,
  order_item_id uuid not null references order_items,
  vendor_id uuid not null,
  quantity integer not null check (quantity > 0),
  stock_taken integer not null check (stock_taken between 0 and quantity),
  primary key (shipment_id, order_item_id)
);
create index shipment_items__order_item_id on shipment_items (order_item_id);

-- Exact counts for lists, at a constant cost. Triggers insert the changes of counts in the transaction that
-- causes them, and the worker combines rows with the same key. list: 'suborders' are counted by vendor,
-- status and the UTC day when they were placed; 'shipments' by vendor, status and the UTC day when they were
-- created; 'orders' by the UTC day when they were placed.
create table order_tallies (
  list text not null,
  vendor_id uuid,
  status text not null,
  day date not null,
  change bigint not null
);
create index order_tallies__list on order_tallies (list, vendor_id, status, day) include (change);

create function tally_suborders() returns trigger language plpgsql as $$
begin
  insert into order_tallies (list, vendor_id, status, day, change)
  select 'suborders', vendor_id, status, (placed_at at time zone 'UTC')::date, count(*)
  from added group by 2, 3, 4;
  return null;
end $$;
create trigger tally_added after insert on suborders referencing new table as added
  for each statement execute function tally_suborders();

create function tally_moved_suborders() returns trigger language plpgsql as $$
begin
  insert into order_tallies (list, vendor_id, status, day, change)
  select 'suborders', vendor_id, status, day, sum(change) from (
    select a.vendor_id, a.status, (a.placed_at at time zone 'UTC')::date as day, 1 as change
    from added a join removed r using (id) where a.status <> r.status
    union all
    select r.vendor_id, r.status, (r.placed_at at time zone 'UTC')::date, -1
    from added a join removed r using (id) where a.status <> r.status) moved
  group by 2, 3, 4;
  return null;
end $$;
create trigger tally_moved after update on suborders referencing old table as removed new table as added
  for each statement execute function tally_moved_suborders();

create function tally_shipments() returns trigger language plpgsql as $$
begin
  insert into order_tallies (list, vendor_id, status, day, change)
  select 'shipments', vendor_id, status, (created_at at time zone 'UTC')::date, count(*)
  from added group by 2, 3, 4;
  return null;
end $$;
create trigger tally_added after insert on shipments referencing new table as added
  for each statement execute function tally_shipments();

create function tally_moved_shipments() returns trigger language plpgsql as $$
begin
  insert into order_tallies (list, vendor_id, status, day, change)
  select 'shipments', vendor_id, status, day, sum(change) from (
    select a.vendor_id, a.status, (a.created_at at time zone 'UTC')::date as day, 1 as change
    from added a join removed r using (id) where a.status <> r.status
    union all
    select r.vendor_id, r.status, (r.created_at at time zone 'UTC')::date, -1
    from added a join removed r using (id) where a.status <> r.status) moved
  group by 2, 3, 4;
  return null;
end $$;
create trigger tally_moved after update on shipments referencing old table as removed new table as added
  for each statement execute function tally_moved_shipments();

create function tally_orders() returns trigger language plpgsql as $$
begin
  insert into order_tallies (list, vendor_id, status, day, change)
  select 'orders', null, '', (placed_at at time zone 'UTC')::date, count(*) from added group by 4;
  return null;
end $$;
create trigger tally_added after insert on orders referencing new table as added
  for each statement execute function tally_orders();
