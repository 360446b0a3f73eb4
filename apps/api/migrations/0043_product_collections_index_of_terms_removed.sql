-- product_collections__collection_id_product_id has the same rows, in the order of the list of products.
-- not in a transaction
-- expand: older code uses the other index instead.

drop index concurrently if exists product_collections__collection_id;
