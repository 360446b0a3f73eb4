-- Watched fields: changes of unmoderated fields of live products, which operators look at afterwards.

-- watched_fields: [{ field, threshold }]. A threshold is optional, and only for vendorPrice and listPrice.
alter table settings add watched_fields jsonb not null default '[]';

-- The watched fields of a live product whose values differ from those that an operator last accepted. A row stays
-- when its changes have been accepted, so that its version never starts again. There are no foreign keys,
-- because checking them would wait for requests that lock the product. The deletion of a product deletes its row.
-- accepted, current: objects with the accepted and the current value of each field that has changed since then. A key
--   is a field of the product, or the id of a variant, a slash and a field. A key without a current value belongs
--   to a variant that was deleted.
-- shown: what operators see: [{ field, variantId, live, proposed }], with the accepted value as `live` and the current
--   value as `proposed`. variantId is omitted for fields of the product. Values that are equal, and prices that differ
--   by no more than their threshold, are not shown.
-- version: the number of times that `shown` has changed, except by acceptance.
-- is_waiting: true if the row is an entry of the moderation queue.
-- submitted_at: the time when `shown` last changed. Null if nothing was ever shown.
create table watched_changes (
  product_id uuid primary key,
  vendor_id uuid not null,
  accepted jsonb not null,
  current jsonb not null,
  shown jsonb not null default '[]',
  version integer not null default 0,
  is_waiting boolean not null default false,
  submitted_at timestamptz(3),
  constraint watched_changes__waiting check (not is_waiting or shown <> '[]' and submitted_at is not null)
);
create index watched_changes__waiting on watched_changes (submitted_at, product_id) where is_waiting;
create index watched_changes__waiting_vendor on watched_changes (vendor_id, submitted_at, product_id) where is_waiting;
