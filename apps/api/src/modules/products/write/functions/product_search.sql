-- Returns the search terms of a product: the words of its name, brand, SKUs, part numbers and UPCs. The term
-- '@<vendor id>', which can't be equal to a word, restricts a search to one vendor within the same index. It is declared
-- stable, like concat_ws, so that PostgreSQL can inline it.
create or replace function product_search(
  vendor_id uuid, name text, sku text, brand text, variant_terms text[]
) returns tsvector
  language sql stable parallel safe
  return to_tsvector('simple', search_words(concat_ws(' ', name, brand, sku, array_to_string(variant_terms, ' '))))
    || array_to_tsvector(array['@' || vendor_id]);
