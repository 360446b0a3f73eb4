-- Products that approval rules have to evaluate for an import job, after the transaction that changed them: too many
-- for one transaction, such as all products whose images a cancelled job will not fetch. A worker evaluates them in
-- batches and deletes the rows in the same transaction.
create table import_evaluations (
  job_id uuid not null references import_jobs on delete cascade,
  product_id uuid not null,
  vendor_id uuid not null,
  primary key (job_id, product_id)
);
