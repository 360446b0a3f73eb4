-- Approval: the rules of the operator, and a snapshot of each decision.

-- How much the operator trusts a vendor. Approval rules can require it.
alter table vendors add trust text not null default 'STANDARD'
  constraint vendors__trust check (trust in ('NEW', 'STANDARD', 'TRUSTED'));

-- pending_text_changes: for each text in pending_revision, the share of its words that differ from the live text,
-- from 0 to 1, such as {"name": 0.25}. A text without an entry counts as completely changed.
-- sampled_by: the rule that would have decided the waiting entry, if the entry weren't a sample; null otherwise.
alter table products
  add pending_text_changes jsonb,
  add sampled_by uuid;
create index products__sampled on products (id) where sampled_by is not null;

-- The rules that decide on new products and staged edits, in the order of their positions.
-- conditions: `when` of the API. decision: `then` of the API.
-- reasons: [{ code, pointer, imageId, text }], for REJECT only.
create table approval_rules (
  id uuid primary key default uuidv7(),
  position integer not null,
  name text not null,
  is_active boolean not null,
  conditions jsonb not null,
  decision text not null check (decision in ('APPROVE', 'REJECT', 'QUEUE')),
  reasons jsonb not null default '[]',
  sample_percent numeric(5, 2) not null default 0 check (sample_percent between 0 and 100),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint approval_rules__position unique (position) deferrable initially deferred
);

-- One row for each decision, by a person or by a rule: what was judged, and how. There are no foreign keys,
-- because the snapshots of deleted products, vendors and rules stay.
-- kind: PRODUCT, REVISION, or CHANGE (a change of watched fields).
-- version: the moderation version that was judged, or for CHANGE the version of the entry.
-- decision: APPROVED or REJECTED, which is REJECTED if any field of a revision is; for CHANGE, ACCEPTED or HIDDEN.
-- fields: for REVISION, the decision on each field that was decided, such as {"name": "APPROVED"}; otherwise null.
-- reasons: [{ code, pointer, imageId, text }].
-- is_sample: true if a rule would have decided, but the entry was a sample.
-- rule_id, rule_name: the rule that decided; null if a person decided.
-- live, proposed: the live and the proposed values. For PRODUCT, live is {} and proposed is the whole product. For
--   REVISION, live has all moderated fields, and proposed has all fields that were waiting, also those on which
--   this decision didn't decide. For CHANGE, both have the watched fields that had changed.
-- facts: the values that conditions of rules compare, besides the texts: { trust, categoryIds, imageCount,
--   maxVendorPrice, textChange }. maxVendorPrice is text.
-- submitted_at: the time when the entry began to wait.
create table moderation_snapshots (
  id uuid primary key default uuidv7(),
  product_id uuid not null,
  vendor_id uuid not null,
  kind text not null check (kind in ('PRODUCT', 'REVISION', 'CHANGE')),
  version integer not null,
  decision text not null check (decision in ('APPROVED', 'REJECTED', 'ACCEPTED', 'HIDDEN')),
  fields jsonb,
  reasons jsonb not null default '[]',
  is_sample boolean not null default false,
  rule_id uuid,
  rule_name text,
  live jsonb not null,
  proposed jsonb not null,
  facts jsonb not null default '{}',
  actor_type text not null,
  actor_id uuid,
  actor_name text,
  request_id text,
  submitted_at timestamptz(3) not null,
  decided_at timestamptz(3) not null default now()
);
create index moderation_snapshots__decided_at on moderation_snapshots (decided_at, id);
create index moderation_snapshots__product_id on moderation_snapshots (product_id, id);

-- For conditions of rules: products with images that an upload hasn't fetched yet are evaluated later.
create index import_images__waiting on import_images (product_id) where status = 'PENDING';

-- Returns the rank of a vendor's trust, for comparisons.
create function trust_rank(trust text) returns integer
  language sql immutable strict parallel safe
  return array_position(array['NEW', 'STANDARD', 'TRUSTED'], trust);

-- Returns the words of texts in lower case, without HTML tags, each between single spaces. The result contains
-- ' free shipping ' if and only if the texts contain these two words next to each other.
create function plain_words(texts text) returns text
  language sql immutable strict parallel safe
  return ' ' || lower(trim(regexp_replace(regexp_replace(texts, '<[^>]*>', ' ', 'g'), '[^[:alnum:]]+', ' ', 'g'))) || ' ';

-- True if texts contain a link, a web address or an email link.
create function has_links(texts text) returns boolean
  language sql immutable strict parallel safe
  return texts ~* '(https?://|\mwww\.|mailto:|<a[\s>]|\m[a-z0-9-]+\.(com|net|org|info|biz|shop|store|online|io)\M)';

-- True if a rule sends this version of an entry to the queue as a sample. The same entry always gets the same
-- result. `percent` is the share of the samples.
create function is_sample(product_id uuid, version integer, rule_key text, percent numeric) returns boolean
  language sql immutable strict parallel safe
  return ('x' || left(md5(product_id::text || ':' || version || ':' || rule_key), 8))::bit(32)::bigint * 100.0 / 4294967296
    < percent;
