-- Formats an amount with at least two decimals and no further trailing zeros: 5 becomes 5.00, and 1.2500
-- becomes 1.25. It isn't declared strict, because PostgreSQL wouldn't inline a strict function with this
-- body.
create or replace function money_text(amount numeric) returns text
  language sql immutable parallel safe
  return case when scale(trim_scale(amount)) < 2 then round(amount, 2)::text else trim_scale(amount)::text end;
