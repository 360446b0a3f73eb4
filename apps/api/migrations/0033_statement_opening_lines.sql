-- Records the units that were shipped before there was a ledger. They belong to the open period of their vendor.
-- locks: it only inserts lines. Shipments that are created in the meantime record their own.

-- One snapshot shows the shipped quantities together with the lines that triggers have recorded since the last migration.
insert into statement_periods (vendor_id, starts_at, ends_at)
select v.vendor_id, statement_period_start(now(), s.statement_period, s.time_zone),
  statement_period_end(now(), s.statement_period, s.time_zone)
from (select distinct vendor_id from order_items where quantity_shipped > 0) v cross join settings s
order by v.vendor_id
on conflict do nothing;

with recorded as (
  select suborder_id, order_item_id, sum(quantity) as units, sum(amount) as amount
  from statement_lines where suborder_id is not null group by 1, 2
), items as (
  select i.*, i.quantity_shipped - coalesce(r.units, 0) as unrecorded, coalesce(r.amount, 0) as recorded
  from order_items i left join recorded r on r.suborder_id = i.suborder_id and r.order_item_id = i.id
), lines as (
  select 'ITEM' as kind, i.suborder_id, i.position, i.id as order_item_id, i.sku, i.product_name, i.unrecorded as quantity,
    i.unit_cost, i.unit_cost * i.quantity_shipped as owed, i.recorded
  from items i where i.unrecorded <> 0
  union all
  select 'SHIPPING', s.id, null, null, null, null, null, null, case when i.shipped > 0 then s.shipping else 0 end,
    coalesce(r.amount, 0)
  from (select suborder_id, sum(quantity_shipped) as shipped from order_items group by 1) i
    join suborders s on s.id = i.suborder_id
    left join recorded r on r.suborder_id = s.id and r.order_item_id is null
), priced as (
  select l.*, s.vendor_id, s.currency, s.order_number, s.po_number, s.placed_at,
    round(l.owed, currency_decimals(s.currency)) - l.recorded as amount
  from lines l join suborders s on s.id = l.suborder_id
)
insert into statement_lines (vendor_id, recorded_at, kind, currency, amount, quantity, unit_cost, suborder_id,
  order_number, po_number, order_item_id, sku, product_name)
select p.vendor_id, greatest(now(), o.starts_at), kind, currency, amount, quantity, unit_cost, suborder_id, order_number,
  po_number, order_item_id, sku, product_name
from priced p join statement_periods o on o.vendor_id = p.vendor_id
where kind = 'ITEM' or amount <> 0
order by p.vendor_id, placed_at, suborder_id, kind, position;
