-- The operator's list of products, filtered by status and revision. Like products__status, but for the products of all
-- vendors: a list reads one range of this index for each combination of status and has_pending_revision that its filters
-- allow.
-- not in a transaction

create index concurrently products__state on products (status, has_pending_revision, id);
