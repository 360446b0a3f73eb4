-- Merged categories. A category that was merged into another one remains as another id of it: it is a child of that
-- category, isn't shown, and the products that are assigned to it are moved in the background (docs/decisions/0046).

alter table categories add column merged_at timestamptz(3);
