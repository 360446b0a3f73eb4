-- The feed of catalog changes, which is what a shop or a search index has to read again, and times of events.

-- Changes whose transaction has committed, or will commit, but which the sequencer hasn't numbered yet.
-- kind: the kind of the subjects. For COLLECTION, TAG, FACET and FACET_VALUE, the sequencer replaces the row
-- by rows for the products with this term.
-- deleted_slug: the slug of the product, if it was deleted.
-- expanded_through: for terms, the id of the last product that the sequencer has already added.
create table catalog_outbox (
  id uuid primary key default uuidv7(),
  kind text not null
    check (kind in ('PRODUCT', 'VENDOR', 'CATEGORY', 'COLLECTION', 'TAG', 'FACET', 'FACET_VALUE')),
  subject_ids uuid[] not null check (subject_ids <> '{}'),
  deleted_slug text,
  expanded_through uuid
);
create index catalog_outbox__terms on catalog_outbox (id) where kind not in ('PRODUCT', 'VENDOR', 'CATEGORY');

-- The latest change of each subject. A new change of a subject moves its row to the end of the feed, so the
-- table is never larger than the catalog. A client that has read the feed up to some number reads every
-- subject that has changed since then.
-- sequence: the position in the feed. A single sequencer assigns it after the commit of the change.
-- slug: the slug of a deleted product.
create table catalog_changes (
  sequence bigint primary key,
  kind text not null check (kind in ('PRODUCT', 'VENDOR', 'CATEGORY')),
  subject_id uuid not null,
  slug text,
  occurred_at timestamptz(3) not null,
  constraint catalog_changes__subject unique (subject_id, kind)
);
create sequence catalog_changes_sequence;

-- deleted_through: the highest number of all changes that were deleted because of their age. A cursor with a
-- lower number may have missed changes.
create table catalog_feed (
  only_row boolean primary key default true check (only_row),
  deleted_through bigint not null default 0
);
insert into catalog_feed default values;

-- Every event up to this number occurred at this time or earlier. So a filter by time can skip these events
-- without reading them. The sequencer adds at most one row per minute.
create table event_marks (
  sequence bigint primary key,
  at timestamptz not null
);
create index event_marks__at on event_marks (at, sequence);
