-- For the products of a facet value in the storefront, in the order of the list.
-- not in a transaction

create index concurrently product_facet_values__facet_value_id_product_id on product_facet_values (facet_value_id, product_id);
