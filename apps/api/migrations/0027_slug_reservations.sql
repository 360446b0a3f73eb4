-- Slugs of products are reserved before the transaction that writes the products, so that it locks no counter.

-- A slug that is reserved for a product until expires_at. base: the slug that the product should have. suffix:
-- the number that was added to it, or null if slug is base. The transaction that gives the slug to a product
-- deletes the row. A row that has expired was not used, and its slug is free again. The table is unlogged,
-- because reservations have no meaning after a crash: all transactions that could use them have ended.
create unlogged table slug_reservations (
  slug text primary key,
  base text not null,
  suffix integer,
  expires_at timestamptz not null
);
create index slug_reservations__base on slug_reservations (base, suffix) where suffix is not null;
create index slug_reservations__expires_at on slug_reservations (expires_at);
