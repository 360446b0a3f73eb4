-- What a statement is printed from, so that later changes of the settings and of the vendor don't change it.
-- locks: statement_periods has one row for each vendor

-- time_zone: the time zone in which the open period begins and ends. Null means that of the settings.
alter table statement_periods add column time_zone text;
update statement_periods set time_zone = (select time_zone from settings);

-- The names and addresses when the statement was closed. Null in statements of older releases: the current ones.
-- issuer: the name of the marketplace.
alter table statements
  add column vendor_name text,
  add column vendor_address jsonb,
  add column issuer text,
  add column bill_to jsonb;

-- As in 0032_statements.sql, but stores the time zone of a new period.
create or replace function lock_statement_period(vendor uuid) returns timestamptz language plpgsql as $$
declare
  period_start timestamptz;
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('statements ' || vendor, 2));
  select starts_at into period_start from statement_periods where vendor_id = vendor;
  if period_start is null then
    insert into statement_periods (vendor_id, starts_at, ends_at, time_zone)
    select vendor, statement_period_start(clock_timestamp(), s.statement_period, s.time_zone),
      statement_period_end(clock_timestamp(), s.statement_period, s.time_zone), s.time_zone
    from settings s
    on conflict do nothing;
    select starts_at into period_start from statement_periods where vendor_id = vendor;
  end if;
  return greatest(clock_timestamp(), period_start);
end $$;
