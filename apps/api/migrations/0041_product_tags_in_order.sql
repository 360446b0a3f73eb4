-- For the products of a tag in the storefront, in the order of the list.
-- not in a transaction

create index concurrently product_tags__tag_id_product_id on product_tags (tag_id, product_id);
