-- Claims on entries of the moderation queue, and the indexes for its filters and orders.

-- A claim holds an entry for one moderator until expires_at. Expired claims have no effect and are deleted later.
-- kind: PRODUCT, REVISION, or CHANGE (a change of watched fields).
-- actor_type, actor_id, actor_name: the user or the API token that holds the entry.
create table moderation_claims (
  product_id uuid not null references products on delete cascade,
  kind text not null check (kind in ('PRODUCT', 'REVISION', 'CHANGE')),
  actor_type text not null,
  actor_id uuid not null,
  actor_name text not null,
  expires_at timestamptz(3) not null,
  primary key (product_id, kind)
);
create index moderation_claims__expires_at on moderation_claims (expires_at);

-- The entries of one vendor, and the samples, in the order of the queue. The indexes on the vendor begin with an
-- expression instead of vendor_id, because only products__vendor_id may begin with vendor_id (see 0006), and
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

-- For the queue sorted by vendor.
create index vendors__name on vendors (name, id);
