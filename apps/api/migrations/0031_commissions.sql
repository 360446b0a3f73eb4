-- A commission that applies from a later time, and the commission of vendors that are created without one.
-- locks: both tables are small, and new columns without a default change no row.

alter table vendors
  add column next_commission_percent numeric(8, 4) check (next_commission_percent between 0 and 1000),
  add column next_commission_at timestamptz(3),
  add constraint vendors__next_commission check ((next_commission_percent is null) = (next_commission_at is null));

alter table settings
  add column default_commission_percent numeric(8, 4) check (default_commission_percent between 0 and 1000);
