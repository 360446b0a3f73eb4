-- Returns the amounts of a suborder without what was cancelled, from its charge, tax and discount when it was placed: at retail
-- prices, or at cost if at_cost is true. They depend only on the quantities that are left, so the steps in which pieces were
-- cancelled don't matter. Tax and discount are reduced in proportion to the subtotal or, if all prices are 0, to the pieces. The
-- shipping charge stays, unless everything is cancelled. Rounding can't make the total negative.
create or replace function net_amounts(suborder uuid, placed_shipping numeric, placed_tax numeric, placed_discount numeric,
    at_cost boolean)
  returns table (subtotal numeric, shipping numeric, tax numeric, discount numeric, total numeric)
  language sql stable parallel safe
begin atomic
  select r.subtotal, r.shipping, r.tax, d.discount, r.subtotal + r.shipping + r.tax - d.discount
  from (
    select l.subtotal, case when l.pieces > 0 then placed_shipping else 0 end as shipping,
      round(placed_tax * l.part / l.whole, 2) as tax, l.part, l.whole
    from (
      select sum(i.net) as subtotal, sum(i.pieces) as pieces,
        case when sum(i.gross) > 0 then sum(i.net) else sum(i.pieces) end as part,
        case when sum(i.gross) > 0 then sum(i.gross) else sum(i.quantity) end as whole
      from (
        select o.quantity, o.quantity - o.quantity_cancelled as pieces,
          round(case when at_cost then o.unit_cost else o.unit_price end * (o.quantity - o.quantity_cancelled), 2) as net,
          case when at_cost then o.cost_subtotal else o.subtotal end as gross
        from order_items o where o.suborder_id = suborder) i) l) r
  cross join lateral (
    select least(round(placed_discount * r.part / r.whole, 2), r.subtotal + r.shipping + r.tax) as discount) d;
end;
