-- moderation_snapshots__vendor_id_decision has the same rows, in the same order.
-- not in a transaction
-- expand: older code uses the other index instead.

drop index concurrently if exists moderation_snapshots__vendor_id;
