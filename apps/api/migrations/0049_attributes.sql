-- Attributes: the values that the products of a category should have, such as the voltage of a drill.
-- locks: the columns are new and get a constant default, which changes no row; settings has one row

-- type: TEXT, NUMBER, INTEGER, BOOLEAN, DATE, OPTION or OPTIONS. It never changes, not even after the attribute was
--   deleted and is created again, because stored values have it. deleted_at: a deleted attribute keeps its row.
-- min, max: for NUMBER and INTEGER. max_length, pattern: for TEXT. The pattern has the syntax of RE2.
-- options: for OPTION and OPTIONS, [{ code, label, facetValueId }] in the order in which they are offered.
create table attributes (
  id uuid primary key default uuidv7(),
  code text collate "C" not null,
  name text not null,
  help text,
  type text not null,
  unit text,
  min numeric,
  max numeric,
  max_length integer,
  pattern text,
  options jsonb not null default '[]',
  level text not null,
  facet_id uuid constraint attributes__facet_id references facets on delete restrict,
  is_watched boolean not null default false,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  constraint attributes__code unique (code)
);
create index attributes__watched on attributes (code) where is_watched;
create index attributes__facet_id on attributes (facet_id) where facet_id is not null;

-- requirement: REQUIRED, RECOMMENDED or OPTIONAL. enforced_from: from when on products have to meet a requirement of
--   REQUIRED. Null: since the row exists. Subcategories inherit the rows of a category.
create table category_attributes (
  category_id uuid not null references categories on delete cascade,
  attribute_id uuid not null references attributes,
  position integer not null,
  requirement text not null,
  enforced_from timestamptz(3),
  constraint category_attributes_pkey primary key (category_id, attribute_id)
);
create index category_attributes__attribute_id on category_attributes (attribute_id);

-- STRICT: variants and products can have only attributes that are defined for their categories.
alter table settings add attributes text not null default 'OPEN';

-- One row. The version increases whenever something changes that decides which attributes products can or must have.
-- Requests compare it with the version of the definitions that they used.
create table attribute_state (
  id boolean primary key default true check (id),
  version bigint not null default 0
);
insert into attribute_state default values;

-- Products to check again because definitions have changed, or because a requirement begins to be enforced.
-- category_ids: products of these categories and their subcategories. Null: all products. run_at: not before this time.
-- settled_at: when all transactions below this id have ended, those that used earlier definitions are visible. Set by the
--   worker.
-- after_category, after_product: the products up to these ids have been checked. They are checked category by category,
--   or if category_ids is null, in the order of their ids.
create table attribute_checks (
  id bigint generated always as identity primary key,
  category_ids uuid[],
  run_at timestamptz not null default now(),
  settled_at xid8,
  after_category uuid,
  after_product uuid
);

-- The values of attributes of a product whose level is PRODUCT.
alter table products add attributes jsonb not null default '{}';

-- The attributes that products lack, or whose values aren't valid. issues: [{ code, pointer, message }], never empty.
-- missing: how many of them are required attributes without a value.
create table attribute_issues (
  product_id uuid primary key references products on delete cascade,
  vendor_id uuid not null,
  issues jsonb not null,
  missing integer not null
);
create index attribute_issues__vendor_id on attribute_issues (vendor_id, product_id);

-- is_assigned: the vendor has assigned the facet value. from_attributes: the value of an attribute files the product under
-- it. A row has at least one of the two.
alter table product_facet_values
  add is_assigned boolean not null default true,
  add from_attributes boolean not null default false;
