-- For the products of a collection in the storefront, in the order of the list.
-- not in a transaction

create index concurrently product_collections__collection_id_product_id on product_collections (collection_id, product_id);
