-- Approval: the rules of the operator, and a snapshot of each decision.

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
-- Compressing the values of a product takes as long as inserting the row, so rows of a page or less aren't compressed.
alter table moderation_snapshots set (toast_tuple_target = 8160);
-- The index contains everything that the statistics need, except reasons.
create index moderation_snapshots__decided_at on moderation_snapshots (decided_at, id)
  include (vendor_id, kind, decision, is_sample, rule_id, submitted_at);
create index moderation_snapshots__rejected on moderation_snapshots (decided_at)
  where decision in ('REJECTED', 'HIDDEN');
create index moderation_snapshots__product_id on moderation_snapshots (product_id, decided_at, id);
create index moderation_snapshots__vendor_id on moderation_snapshots (vendor_id, decided_at, id);
create index moderation_snapshots__rule_id on moderation_snapshots (rule_id, decided_at, id);

-- products.moderation is the latest decision. It is stored as the API returns it, with two exceptions:
-- - proposed is the list of the rejected fields, such as ["name"], or null. Their values are only in fields.
-- - fields.images.proposed has the format of pending_revision.images.
-- fields has the decisions on the fields of the latest revision that no later edit has replaced. The proposed value of
-- an approved field is null, because it is the live value.
