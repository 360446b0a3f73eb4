-- Corrections that the operator makes before it decides.

-- corrections: [{ field, variantId, vendorValue, correctedValue, correctedAt, correctedBy }], null if there are none. Their
-- values have the form of the history.
alter table products add column corrections jsonb;
-- The corrections of the product when the decision was made.
alter table moderation_snapshots add column corrections jsonb;
