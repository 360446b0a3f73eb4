-- Returns the end of the last of some working days (Monday to Friday, in a time zone) after an order was placed: its last
-- millisecond. The day of the order doesn't count. An order of a weekend counts as placed on the Friday before.
create or replace function shipping_deadline(placed_at timestamptz, days integer, time_zone text) returns timestamptz
  language sql stable parallel safe
  return (
    select (d.first_day + days + 2 * ((d.weekday - 1 + days) / 5) + 1 - interval '1 millisecond') at time zone time_zone
    from (
      select p.day - greatest(p.weekday - 5, 0) as first_day, least(p.weekday, 5) as weekday
      from (
        select (placed_at at time zone time_zone)::date as day,
          extract(isodow from placed_at at time zone time_zone)::integer as weekday) p) d);
