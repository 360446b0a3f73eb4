-- What the marketplace owes each vendor: an append-only ledger of lines, and the statements that sum them up.
-- locks: settings has only one row

-- statement_period: the length of the periods of statements. time_zone: the IANA name of the time zone in which periods
-- begin and end.
alter table settings
  add column statement_period text not null default 'MONTH' check (statement_period in ('MONTH', 'HALF_MONTH', 'WEEK')),
  add column time_zone text not null default 'UTC';

-- Returns the number of decimals of amounts in a currency (ISO 4217). lib/currencies.ts has the same lists.
create function currency_decimals(currency text) returns integer
  language sql immutable parallel safe
  return case
    when currency in ('BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'VND', 'VUV', 'XAF',
      'XOF', 'XPF') then 0
    when currency in ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') then 3
    else 2 end;

-- Return the beginning and the end of the period that contains a time, in a time zone. Weeks begin on Mondays, and the
-- second half of a month on the 16th.
create function statement_period_start(at timestamptz, period text, time_zone text) returns timestamptz
  language sql stable parallel safe
  return case
    when period = 'WEEK' then date_trunc('week', at at time zone time_zone)
    when period = 'HALF_MONTH' and extract(day from at at time zone time_zone) > 15
      then date_trunc('month', at at time zone time_zone) + interval '15 days'
    else date_trunc('month', at at time zone time_zone) end at time zone time_zone;
create function statement_period_end(at timestamptz, period text, time_zone text) returns timestamptz
  language sql stable parallel safe
  return case
    when period = 'WEEK' then date_trunc('week', at at time zone time_zone) + interval '7 days'
    when period = 'HALF_MONTH' and extract(day from at at time zone time_zone) <= 15
      then date_trunc('month', at at time zone time_zone) + interval '15 days'
    else date_trunc('month', at at time zone time_zone) + interval '1 month' end at time zone time_zone;

-- The open period of each vendor with lines: from starts_at until before ends_at. last_number: the number of the vendor's
-- last statement.
create table statement_periods (
  vendor_id uuid primary key references vendors,
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  last_number integer not null default 0,
  check (starts_at < ends_at)
);
create index statement_periods__ends_at on statement_periods (ends_at);

-- The ledger. A line belongs to the statement of its vendor and currency whose period contains recorded_at.
-- ITEM: units of an order line that were shipped, or with a negative quantity units of a cancelled shipment. The lines of
-- an order line add up to unit_cost × units shipped, rounded. shipment_id is null for units that were shipped before
-- there was a ledger. SHIPPING: the shipping charge of a suborder, with the first shipment, and its correction if all
-- shipments are cancelled. ADJUSTMENT: an amount that the operator has added, with a reason.
-- Names and numbers are copied, so that a statement can be printed from its lines.
create table statement_lines (
  id uuid primary key default uuidv7(),
  vendor_id uuid not null,
  recorded_at timestamptz(3) not null,
  kind text not null check (kind in ('ITEM', 'SHIPPING', 'ADJUSTMENT')),
  currency text not null,
  amount numeric not null check (amount = round(amount, currency_decimals(currency))),
  quantity integer,
  unit_cost numeric(14, 4),
  suborder_id uuid,
  order_number text,
  po_number text,
  order_item_id uuid,
  sku text,
  product_name text,
  shipment_id uuid,
  reason text,
  actor_type text,
  actor_id uuid,
  actor_name text,
  constraint statement_lines__item check ((kind = 'ITEM') = (order_item_id is not null and quantity <> 0)),
  constraint statement_lines__order check ((kind = 'ADJUSTMENT') = (suborder_id is null)),
  constraint statement_lines__reason check ((kind = 'ADJUSTMENT') = (reason is not null))
);
create index statement_lines__vendor_id_recorded_at on statement_lines (vendor_id, recorded_at, id);
create index statement_lines__suborder_id on statement_lines (suborder_id, order_item_id) where suborder_id is not null;
create index statement_lines__adjustments on statement_lines (vendor_id, recorded_at, id) where kind = 'ADJUSTMENT';

create function refuse_change_of_statement_lines() returns trigger language plpgsql as $$
begin
  raise exception 'Lines of statements can''t be changed or deleted. Correct them with further lines.';
end $$;
create trigger append_only before update or delete or truncate on statement_lines
  for each statement execute function refuse_change_of_statement_lines();

-- A closed period of a vendor, with the sums of its lines. closing_balance is opening_balance plus the sums. If it is
-- negative, it is the opening balance of the vendor's next statement; otherwise, it is what the marketplace pays.
create table statements (
  id uuid primary key default uuidv7(),
  vendor_id uuid not null references vendors,
  number integer not null check (number > 0),
  currency text not null,
  period_start timestamptz(3) not null,
  period_end timestamptz(3) not null,
  time_zone text not null,
  opening_balance numeric not null check (opening_balance <= 0),
  items numeric not null,
  shipping numeric not null,
  adjustments numeric not null,
  closing_balance numeric not null generated always as (opening_balance + items + shipping + adjustments) stored,
  line_count integer not null,
  status text not null default 'CLOSED' check (status in ('CLOSED', 'PAID')),
  closed_at timestamptz(3) not null default now(),
  paid_at timestamptz(3),
  reference text,
  constraint statements__number unique (vendor_id, number),
  constraint statements__period unique (vendor_id, currency, period_start),
  check (period_start < period_end),
  check ((status = 'PAID') = (paid_at is not null and reference is not null))
);
create index statements__vendor_id_period_end on statements (vendor_id, period_end, id);
create index statements__period_end on statements (period_end, id);
create index statements__status_period_end on statements (status, period_end, id);

-- Locks the open period of a vendor against being closed until the transaction ends, and returns the time of lines that
-- the transaction records. The time is never before the end of the last closed period, even if the clock was set back.
create function lock_statement_period(vendor uuid) returns timestamptz language plpgsql as $$
declare
  period_start timestamptz;
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('statements ' || vendor, 2));
  select starts_at into period_start from statement_periods where vendor_id = vendor;
  if period_start is null then
    insert into statement_periods (vendor_id, starts_at, ends_at)
    select vendor, statement_period_start(clock_timestamp(), statement_period, time_zone),
      statement_period_end(clock_timestamp(), statement_period, time_zone)
    from settings
    on conflict do nothing;
    select starts_at into period_start from statement_periods where vendor_id = vendor;
  end if;
  return greatest(clock_timestamp(), period_start);
end $$;

-- Records the lines of units that were shipped, or with negative quantities of units whose shipment was cancelled. The
-- entries of the arrays belong together. The suborders must be locked. Planning would take several times as long as
-- running the statement, so there is one plan for all values. It may be made while the ledger is still empty, and is kept
-- while it grows. So each row is looked up by its own subquery with "offset 0", which can't become a join that reads a
-- whole table.
create function record_shipped_units(vendor uuid, shipments uuid[], items uuid[], quantities integer[]) returns void
  language plpgsql set enable_seqscan to off set plan_cache_mode to force_generic_plan as $$
declare
  at timestamptz := lock_statement_period(vendor);
begin
  insert into statement_lines (vendor_id, recorded_at, kind, currency, amount, quantity, unit_cost, suborder_id,
    order_number, po_number, order_item_id, sku, product_name, shipment_id)
  with moved as materialized (
    select m.n, m.shipment_id, m.quantity, i.id, i.suborder_id, i.position, i.unit_cost, i.sku, i.product_name
    from unnest(shipments, items, quantities) with ordinality as m (shipment_id, item_id, quantity, n)
      cross join lateral (select * from order_items where id = m.item_id offset 0) i
  ), recorded as materialized (
    select m.suborder_id, l.*
    from (select distinct suborder_id from moved) m cross join lateral (
      select order_item_id, sum(quantity) as units, sum(amount) as amount
      from statement_lines where suborder_id = m.suborder_id group by 1) l
  ), shipped as (
    select m.*, coalesce(r.units, 0) + sum(m.quantity) over (partition by m.id order by m.n) as units
    from moved m left join recorded r on r.suborder_id = m.suborder_id and r.order_item_id = m.id
  ), charged as (
    select m.suborder_id, (array_agg(m.shipment_id order by m.n))[1] as shipment_id, min(m.n) as n,
      sum(m.quantity) + coalesce((
        select sum(units) from recorded r where r.suborder_id = m.suborder_id), 0) as units,
      coalesce((
        select sum(amount) from recorded r where r.suborder_id = m.suborder_id and r.order_item_id is null), 0) as amount
    from moved m group by m.suborder_id
  ), lines as (
    select 'ITEM' as kind, n, position, suborder_id, shipment_id, id as order_item_id, sku, product_name, quantity,
      unit_cost, units, 0 as charged
    from shipped
    union all
    select 'SHIPPING', n, null, suborder_id, shipment_id, null, null, null, null, null, units, amount from charged
  ), priced as (
    select l.*, s.currency, s.order_number, s.po_number, case when l.kind = 'ITEM'
        then round(l.unit_cost * l.units, d.decimals) - round(l.unit_cost * (l.units - l.quantity), d.decimals)
        else round(case when l.units > 0 then s.shipping else 0 end, d.decimals) - l.charged end as amount
    from lines l
      cross join lateral (select * from suborders where id = l.suborder_id offset 0) s
      cross join lateral (select currency_decimals(s.currency) as decimals) d
  )
  select vendor, at, kind, currency, amount, quantity, unit_cost, suborder_id, order_number, po_number, order_item_id, sku,
    product_name, shipment_id
  from priced where kind = 'ITEM' or amount <> 0
  order by min(n) over (partition by shipment_id), kind, position;
end $$;

-- Triggers record the lines of shipments, so that shipments of nodes of the previous release are recorded, too.
create function record_shipment_items() returns trigger language plpgsql as $$
begin
  perform record_shipped_units(vendor_id, array_agg(shipment_id order by shipment_id, order_item_id),
    array_agg(order_item_id order by shipment_id, order_item_id), array_agg(quantity order by shipment_id, order_item_id))
  from added group by vendor_id order by vendor_id;
  return null;
end $$;
create trigger record_units after insert on shipment_items referencing new table as added
  for each statement execute function record_shipment_items();

create function record_cancelled_shipment() returns trigger language plpgsql as $$
begin
  perform record_shipped_units(new.vendor_id, array_agg(shipment_id), array_agg(order_item_id), array_agg(-quantity))
  from shipment_items where shipment_id = new.id having count(*) > 0;
  return null;
end $$;
create trigger record_cancellation after update on shipments for each row
  when (new.status = 'CANCELLED' and old.status <> 'CANCELLED') execute function record_cancelled_shipment();
