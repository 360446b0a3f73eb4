-- The time as of which the stock on hand of each variant is known, so that outdated counts can be refused.

-- The time of the latest accepted count (`asOf` of a change of the stock), of the latest shipment of the
-- variant, or of the latest cancellation of one. Null if there was none of these.
alter table variants add column stock_as_of timestamptz(3);
