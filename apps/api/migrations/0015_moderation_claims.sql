-- Claims on entries of the moderation queue.

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
