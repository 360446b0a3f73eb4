-- How long the quotes of the storefront are valid.

alter table settings add column quote_minutes integer not null default 15;
