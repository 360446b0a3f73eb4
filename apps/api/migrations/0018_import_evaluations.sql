-- Products that approval rules have to evaluate for an import job, after the transaction that changed them: too many
-- for one transaction, such as all products whose images a cancelled job will not fetch. A worker evaluates them in
-- batches and deletes the rows in the same transaction. If the job is deleted, products that were not evaluated wait
-- for a person.
-- due_at: the time from which a worker evaluates the product. It is later if an attempt has failed.
create table import_evaluations (
  job_id uuid not null references import_jobs on delete cascade,
  product_id uuid not null,
  vendor_id uuid not null,
  due_at timestamptz(3) not null default now(),
  primary key (job_id, product_id)
);
create index import_evaluations__due on import_evaluations (due_at, job_id, product_id);
