-- For the operator's list of import jobs in a status.
-- not in a transaction

create index concurrently import_jobs__status on import_jobs (status, id);
