-- The name of the file from which an import job comes, if the client has sent one.
alter table import_jobs add column file_name text;
