-- A chunk of an upload that can't be processed is processed in smaller parts.

-- failures (an older column): the number of attempts at the next part that have not succeeded. An attempt is
-- counted before it begins, so that attempts whose worker was killed count, too. processed: the number of items,
-- from the first, that have a result. part_items: the maximum number of items of an attempt, or null for all.
-- claim: the attempt that is in progress. Until claimed_until, other workers leave the chunk to it; later, the
-- lock of the transaction that processes the chunk does this.
alter table import_chunks
  add column processed integer not null default 0,
  add column part_items integer,
  add column claim uuid,
  add column claimed_until timestamptz not null default '-infinity';
