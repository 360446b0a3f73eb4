-- The settings of the marketplace, and its vendors.

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
