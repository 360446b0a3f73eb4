-- Uploads of workbooks: the cells of their items.
alter table import_jobs drop constraint import_jobs_source_check;
alter table import_jobs add constraint import_jobs__source check (source in ('JSON', 'NDJSON', 'WORKBOOK', 'RETRY')) not valid;

-- cells: the rows of the items and the columns of their fields (SheetCells), if they come from a workbook.
alter table import_chunks add column cells jsonb;
