-- Products with their variants, images, documents, terms, reviews and staged edits.

-- True for a product that the operator or a rule has rejected, and for a live product with rejected edits, until the
-- vendor edits a moderated field again. products.moderation.proposed is the list of the rejected fields, or null.
create function is_rejected(status text, moderation jsonb) returns boolean
  language sql immutable parallel safe
  return status = 'DRAFT' or moderation -> 'proposed' <> 'null';

create table products (
  id uuid primary key,
  vendor_id uuid not null references vendors,
  sku text not null,
  slug text not null constraint products__slug unique,
  name text not null,
  short_description text,
  description text,
  warranty text,
  page_title text,
  page_description text,
  brand text,
  country_of_origin text,
  manufacturer text,
  lead_time integer check (lead_time >= 0),
  unspc text,
  commodity_code text,
  eccn text,
  free_shipping boolean not null default false,
  ability_one boolean not null default false,
  made_in_usa boolean not null default false,
  green_product boolean not null default false,
  key_features text[] not null default '{}',
  videos jsonb,
  account_code text,
  program_code text,
  resource_code text,
  metadata jsonb not null default '{}',
  status text not null default 'PENDING_APPROVAL'
    check (status in ('PENDING_APPROVAL', 'PUBLISHED', 'HIDDEN', 'DRAFT')),
  -- Proposed values of moderated fields that differ from the live values; null if there are none.
  pending_revision jsonb check (pending_revision <> '{}'),
  pending_revision_submitted_at timestamptz(3),
  has_pending_revision boolean not null generated always as (pending_revision is not null) stored,
  -- Increases with every change that a moderator has to review. A decision names the version that it applies
  -- to.
  moderation_version integer not null default 1,
  -- The time when the product last entered the moderation queue of new products.
  submitted_at timestamptz(3) not null default now(),
  -- The latest decision: { decision, target, reason, decidedAt, proposed }.
  moderation jsonb,
  -- For each text in pending_revision, the share of its words that differ from the live text, from 0 to 1, such as
  -- {"name": 0.25}. A text without an entry counts as completely changed.
  pending_text_changes jsonb,
  -- The rule that would have decided the waiting entry, if the entry weren't a sample; null otherwise.
  sampled_by uuid,
  bulk_import_job_id uuid,
  rating_sum integer not null default 0,
  rating_count integer not null default 0,
  -- The search terms, including the vendor's id, so that one index can serve the search of a single vendor.
  search tsvector not null default '',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- The columns are in this order because only products__vendor_id may begin with vendor_id; see below.
  constraint products__sku_vendor_id unique (sku, vendor_id),
  constraint products__revision_has_time
    check ((pending_revision is null) = (pending_revision_submitted_at is null))
);
-- A vendor's product list is one range of this index. No other index may begin with vendor_id: the planner
-- would use it with an incremental sort, which it estimates as cheap but which is slow for a vendor with many
-- products.
create index products__vendor_id on products (vendor_id, id);
-- For filters by status and revision. A list reads one range of this index for each combination of status and
-- has_pending_revision that its filters allow, so a page of rare products costs no more than a page of common
-- ones.
create index products__status on products (status, has_pending_revision, vendor_id, id);
-- A partial index, so that the planner uses it only for queries with a condition on updated_at.
create index products__vendor_id_updated_at on products (vendor_id, updated_at, id) where updated_at is not null;
create index products__bulk_import_job_id on products (bulk_import_job_id, id) where bulk_import_job_id is not null;
create index products__published on products (id) where status = 'PUBLISHED';
create index products__queue_new on products (submitted_at, id) where status = 'PENDING_APPROVAL';
create index products__queue_revisions on products (pending_revision_submitted_at, id)
  where pending_revision is not null;
-- The entries of one vendor, and the samples, in the order of the queue. The indexes on the vendor begin with an
-- expression instead of vendor_id, because only products__vendor_id may begin with vendor_id (see above), and
-- because the planner would otherwise use products__vendor_id for the queue too.
create index products__queue_new_vendor
  on products ((case when status = 'PENDING_APPROVAL' then vendor_id end), submitted_at, id)
  where status = 'PENDING_APPROVAL';
create index products__queue_revisions_vendor
  on products ((case when pending_revision is not null then vendor_id end), pending_revision_submitted_at, id)
  where pending_revision is not null;
create index products__queue_new_samples on products (submitted_at, id)
  where status = 'PENDING_APPROVAL' and sampled_by is not null;
create index products__queue_new_samples_vendor
  on products ((case when status = 'PENDING_APPROVAL' then vendor_id end), submitted_at, id)
  where status = 'PENDING_APPROVAL' and sampled_by is not null;
create index products__queue_revision_samples on products (pending_revision_submitted_at, id)
  where pending_revision is not null and sampled_by is not null;
create index products__queue_revision_samples_vendor
  on products ((case when pending_revision is not null then vendor_id end), pending_revision_submitted_at, id)
  where pending_revision is not null and sampled_by is not null;
-- The planner uses it only for queries with the condition is_rejected(status, moderation).
create index products__rejected on products (vendor_id, id) where is_rejected(status, moderation);
create index products__search on products using gin (search);

-- stock_on_hand: the quantity in stock as stated by the vendor. stock_reserved: the quantity reserved by
-- orders.
create table variants (
  id uuid primary key,
  product_id uuid not null references products on delete cascade,
  vendor_id uuid not null,
  position integer not null,
  sku text not null,
  name text not null,
  upc text,
  unit_of_measure text,
  part_number text,
  list_price numeric(14, 4) check (list_price >= 0),
  vendor_price numeric(14, 4) not null check (vendor_price >= 0),
  weight numeric(13, 3) check (weight >= 0),
  initial_inventory integer not null default 0 check (initial_inventory >= 0),
  stock_on_hand integer not null default 0 check (stock_on_hand >= 0),
  stock_reserved integer not null default 0 check (stock_reserved >= 0),
  attributes jsonb not null default '{}',
  is_active boolean not null default true,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- Deferred, so that two variants can swap their SKUs in one transaction.
  constraint variants__product_id_sku unique (product_id, sku) deferrable initially deferred
);
create index variants__vendor_id_sku on variants (vendor_id, sku, product_id);
-- In the order of the export. A partial index, so that the planner uses it only for queries with a condition
-- on product_id.
create index variants__export on variants (vendor_id, product_id, id) where product_id is not null;
-- A product's updatedAt is the latest updated_at of the product and its variants, so that a change of
-- variants doesn't have to update the wide row of the product and its many indexes. A partial index, so that
-- the planner uses it only for queries with a condition on updated_at.
create index variants__vendor_id_updated_at on variants (vendor_id, updated_at, product_id) where updated_at is not null;
-- For variants of which few pieces are available. Larger numbers aren't in the index, so that most changes of stock don't
-- have to write to it. A query needs the condition `stock_on_hand - stock_reserved <= 100` as a constant.
create index variants__low_stock on variants (vendor_id, (stock_on_hand - stock_reserved), product_id)
  where is_active and stock_on_hand - stock_reserved <= 100;
-- For the estimated size of the list of these products.
create statistics variants__stock_available on (stock_on_hand - stock_reserved) from variants;

create table product_images (
  id uuid primary key,
  product_id uuid not null references products on delete cascade,
  vendor_id uuid not null,
  variant_id uuid references variants on delete set null,
  path text not null,
  alt text not null default '',
  sort_order integer not null default 0,
  is_primary boolean not null default false,
  created_at timestamptz(3) not null default now()
);
create index product_images__product_id on product_images (product_id, sort_order, id);
create index product_images__variant_id on product_images (variant_id) where variant_id is not null;
create index product_images__path on product_images using hash (path);

-- New images of staged edits. They are private files with a preview until they are approved and become live.
-- products.pending_revision contains only fields that differ from the live values:
--   name, shortDescription, description, and
--   images: the complete proposed set in order, [{ id, isNew, variantId, alt, sortOrder, isPrimary }],
--   where id refers to this table if isNew is true, and otherwise to an existing row of product_images.
-- products.moderation.proposed contains a rejected revision in the same format.
create table pending_images (
  id uuid primary key,
  product_id uuid not null references products on delete cascade,
  vendor_id uuid not null,
  path text not null,
  -- A data URI with the image itself if it has at most 256 KiB, or else with a smaller preview of it.
  preview text not null,
  created_at timestamptz(3) not null default now()
);
create index pending_images__product_id on pending_images (product_id);
create index pending_images__path on pending_images (path);

create table product_documents (
  id uuid primary key,
  product_id uuid not null references products on delete cascade,
  vendor_id uuid not null,
  title text not null,
  type text not null,
  url text,
  path text,
  size bigint,
  sort_order integer not null default 0 check (sort_order >= 0),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint product_documents__has_content check (url is not null or path is not null)
);
create index product_documents__product_id on product_documents (product_id, sort_order, id);
create index product_documents__path on product_documents using hash (path) where path is not null;

create table product_categories (
  product_id uuid not null references products on delete cascade,
  category_id uuid not null constraint product_categories__category_id references categories on delete restrict,
  vendor_id uuid not null,
  position integer not null default 0,
  primary key (product_id, category_id)
);
create index product_categories__category_id on product_categories (category_id, product_id);
create index product_categories__vendor_id_category_id on product_categories (vendor_id, category_id, product_id);

-- Before a collection, tag or facet value is deleted, products are removed from it (see
-- modules/products/write).
create table product_collections (
  product_id uuid not null references products on delete cascade,
  collection_id uuid not null references collections,
  vendor_id uuid not null,
  position integer not null default 0,
  primary key (product_id, collection_id)
);
create index product_collections__collection_id on product_collections (collection_id);

create table product_tags (
  product_id uuid not null references products on delete cascade,
  tag_id uuid not null references tags,
  vendor_id uuid not null,
  position integer not null default 0,
  primary key (product_id, tag_id)
);
create index product_tags__tag_id on product_tags (tag_id);

create table product_facet_values (
  product_id uuid not null references products on delete cascade,
  facet_value_id uuid not null references facet_values,
  vendor_id uuid not null,
  position integer not null default 0,
  primary key (product_id, facet_value_id)
);
create index product_facet_values__facet_value_id on product_facet_values (facet_value_id);

create table product_reviews (
  id uuid primary key default uuidv7(),
  product_id uuid not null references products on delete cascade,
  vendor_id uuid not null,
  rating smallint not null check (rating between 1 and 5),
  title text,
  body text,
  author_name text not null,
  created_at timestamptz(3) not null default now()
);
create index product_reviews__product_id on product_reviews (product_id, id);

-- The last numeric suffix used for each base slug. Locking the row makes transactions that need the next
-- suffix of the same base wait for each other.
create table slug_counters (
  base text primary key,
  last_suffix integer not null
);

-- Replaces ASCII punctuation with spaces. Otherwise the text search parser would read parts of a SKU as a
-- host, a file name, a tag or a signed number. (translate takes five times as long.)
create function search_words(words text) returns text
  language sql immutable parallel safe
  return regexp_replace(words, '[!-/:-@[-`{-~]', ' ', 'g');
