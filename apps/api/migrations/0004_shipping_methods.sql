-- Shipping methods and their rates per country or subdivision.

create table shipping_methods (
  id uuid primary key default uuidv7(),
  vendor_id uuid not null references vendors on delete cascade,
  name text not null,
  is_active boolean not null default true,
  pricing_type text not null check (pricing_type in ('FLAT_RATE', 'WEIGHT_BASED')),
  weight_limit_min numeric(13, 3) check (weight_limit_min >= 0),
  weight_limit_max numeric(13, 3) check (weight_limit_max > weight_limit_min),
  currency text not null,
  description text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index shipping_methods__vendor_id on shipping_methods (vendor_id, id);

-- weight_tiers: [{ minWeight, maxWeight, rate }]. A tier applies if minWeight <= weight < maxWeight; tiers
-- don't overlap.
create table shipping_rates (
  id uuid primary key default uuidv7(),
  vendor_id uuid not null,
  method_id uuid not null references shipping_methods on delete cascade,
  position integer not null,
  country_code text not null,
  flat_rate numeric(14, 4) not null check (flat_rate >= 0),
  base_rate numeric(14, 4) check (base_rate >= 0),
  weight_tiers jsonb not null default '[]',
  constraint shipping_rates__method_id_country_code unique (method_id, country_code)
);
