-- Warnings about UPCs, and why an image of an upload could not be fetched.
-- locks: settings has one row, and no release has the tables of imports yet, so they have no rows of a release

-- upc_check: whether a UPC with a wrong length or check digit is a warning or an error.
alter table settings add column upc_check text not null default 'WARN' check (upc_check in ('WARN', 'REFUSE'));

-- The number of items with warnings in import_results.
alter table import_jobs add column items_with_warnings integer not null default 0;
create index import_results__warnings on import_results (job_id, index) where warnings is not null;

-- Why an image could not be fetched, if error is COULD_NOT_FETCH (FetchReason in fetching/fetch-failure.ts).
alter table import_images add column reason text;
