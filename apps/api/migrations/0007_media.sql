-- Finding out whether any row still refers to a stored file.

-- By hash: a path may also be an external URL, longer than other indexes take.
create index product_images__path on product_images using hash (path);
create index product_documents__path on product_documents using hash (path) where path is not null;
create index vendors__logo on vendors using hash (logo) where logo is not null;
create index categories__image on categories using hash (image) where image is not null;
