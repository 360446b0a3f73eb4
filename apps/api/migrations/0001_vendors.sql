-- The settings of the marketplace, its vendors, and functions that format values for the API.

-- Formats an amount with at least two decimals and no further trailing zeros: 5 becomes 5.00, and 1.2500
-- becomes 1.25. It isn't declared strict, because PostgreSQL wouldn't inline a strict function with this
-- body.
create function money_text(amount numeric) returns text
  language sql immutable parallel safe
  return case when scale(trim_scale(amount)) < 2 then round(amount, 2)::text else trim_scale(amount)::text end;

-- The price for customers: the vendor's price plus commission, rounded half up to cents.
create function retail_price(vendor_price numeric, commission_percent numeric) returns numeric
  language sql immutable strict parallel safe
  return round(vendor_price * (1 + commission_percent / 100), 2);

-- Formats a timestamp in ISO 8601, in UTC with milliseconds. It is declared stable, like to_char, so that
-- PostgreSQL can inline it.
create function iso_text(at timestamptz) returns text
  language sql stable parallel safe
  return to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- Returns an address as JSON with all nine fields. Fields that are not set are null.
create function address_json(address jsonb) returns json
  language sql immutable parallel safe
  return json_build_object(
    'name', address -> 'name', 'company', address -> 'company',
    'addressLine1', address -> 'addressLine1', 'addressLine2', address -> 'addressLine2',
    'city', address -> 'city', 'state', address -> 'state', 'zipCode', address -> 'zipCode',
    'country', address -> 'country', 'phone', address -> 'phone');

create table settings (
  only_row boolean primary key default true check (only_row),
  name text not null default 'Marketplace',
  address jsonb not null default '{}',
  currency text not null default 'USD',
  weight_unit text not null default 'lb'
    constraint settings__weight_unit check (weight_unit in ('lb', 'oz', 'kg', 'g')),
  logo text,
  updated_at timestamptz(3) not null default now()
);
insert into settings default values;

create table vendors (
  id uuid primary key default uuidv7(),
  name text not null,
  slug text not null constraint vendors__slug unique,
  email text,
  phone text,
  website text,
  description text,
  logo text,
  address jsonb not null default '{}',
  lead_time integer not null default 4 check (lead_time >= 0),
  commission_percent numeric(8, 4) not null default 0 check (commission_percent between 0 and 1000),
  is_active boolean not null default true,
  -- How much the operator trusts the vendor. Approval rules can require it.
  trust text not null default 'STANDARD' constraint vendors__trust check (trust in ('NEW', 'STANDARD', 'TRUSTED')),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
-- Used to find files that no row refers to. This index and those on the other columns with paths are hash
-- indexes, because such a column can also contain an external URL, which may exceed the maximum row size of a
-- B-tree.
create index vendors__logo on vendors using hash (logo) where logo is not null;
-- For the moderation queue sorted by vendor.
create index vendors__name on vendors (name, id);
