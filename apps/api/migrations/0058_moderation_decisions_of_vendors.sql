-- For the rejection rates of vendors. The snapshots themselves are large, so they aren't read.
-- not in a transaction

create index concurrently moderation_snapshots__vendor_id_decision on moderation_snapshots (vendor_id, decided_at, id)
  include (decision);
