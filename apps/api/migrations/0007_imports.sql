-- Bulk uploads: jobs, their items in chunks, the result of each item, and the images to fetch.

-- Counters are updated in the same transaction as the rows that they count. origin: the actor and the id of
-- the upload request, for the job's event.
create table import_jobs (
  id uuid primary key,
  vendor_id uuid not null references vendors,
  type text not null default 'BULK_UPLOAD' check (type in ('BULK_UPLOAD')),
  status text not null check (status in
    ('RECEIVING', 'QUEUED', 'PROCESSING', 'COMPLETED', 'COMPLETED_WITH_ERRORS', 'CANCELLED', 'FAILED')),
  source text not null check (source in ('JSON', 'NDJSON', 'RETRY')),
  dry_run boolean not null default false,
  on_existing text not null default 'fail' check (on_existing in ('fail', 'skip', 'update')),
  error_policy text not null check (error_policy in ('reject_all', 'reject_failed_items')),
  retry_of uuid,
  origin jsonb not null,
  items_total integer not null default 0,
  items_created integer not null default 0,
  items_updated integer not null default 0,
  items_skipped integer not null default 0,
  items_failed integer not null default 0,
  items_cancelled integer not null default 0,
  images_total integer not null default 0,
  images_fetched integer not null default 0,
  images_failed integer not null default 0,
  error text,
  created_at timestamptz(3) not null default now(),
  -- The last time when data of an upload that is still being received arrived.
  received_at timestamptz(3) not null default now(),
  started_at timestamptz(3),
  finished_at timestamptz(3),
  items_processed integer not null generated always as
    (items_created + items_updated + items_skipped + items_failed + items_cancelled) stored,
  constraint import_jobs__counters check (
    items_created + items_updated + items_skipped + items_failed + items_cancelled <= items_total
    and images_fetched + images_failed <= images_total)
);
create index import_jobs__vendor_id on import_jobs (vendor_id, id);
create index import_jobs__vendor_id_status on import_jobs (vendor_id, status, id);
create index import_jobs__active on import_jobs (vendor_id) where status in ('RECEIVING', 'QUEUED', 'PROCESSING');
create index import_jobs__created_at on import_jobs (created_at);
create index import_jobs__retry_of on import_jobs (retry_of) where retry_of is not null;

-- Vendors take turns, and so do the running jobs of a vendor. A row records the last turn of a vendor: the
-- job that was processed, and when. Rows are not deleted with the jobs, so that many small jobs don't get
-- more turns than one large job.
create table import_turns (
  vendor_id uuid primary key references vendors,
  job_id uuid not null,
  served_at timestamptz not null
);

-- Consecutive items of an upload that are processed together. position: the number of the chunk within its
-- job, from 0. first_index: the index of the chunk's first item. submitted: one line per item, with the JSON
-- as it was sent, or a JSON string with the text of a line that isn't valid JSON. prepared: a JSON array with
-- one entry per item (PreparedItem in modules/imports/receive/upload-item.ts); null after the chunk has been
-- processed.
create table import_chunks (
  job_id uuid not null references import_jobs on delete cascade,
  position integer not null,
  vendor_id uuid not null,
  first_index integer not null,
  item_count integer not null,
  submitted text not null,
  -- Not compressed, because it is soon read several times and then deleted.
  prepared jsonb storage external,
  -- The number of attempts that failed with an error that isn't expected to go away when retried.
  failures smallint not null default 0,
  done_at timestamptz(3),
  primary key (job_id, position)
);
create index import_chunks__open on import_chunks (job_id, position) where done_at is null;
create unique index import_chunks__first_index on import_chunks (job_id, first_index);

-- One row per processed item, inserted once. An item without a row is PENDING, or it is CANCELLED or FAILED
-- if its job is. There is no foreign key, because its check would cost as much as inserting the row. Rows are
-- deleted with their job.
create table import_results (
  job_id uuid not null,
  index integer not null,
  vendor_id uuid not null,
  code text,
  status text not null check (status in ('CREATED', 'UPDATED', 'SKIPPED', 'FAILED')),
  product_id uuid,
  -- errors and warnings: [{ code, field, message }], or null if there are none.
  errors jsonb,
  warnings jsonb,
  primary key (job_id, index)
);
create index import_results__status on import_results (job_id, status, index);

-- The images of items whose product exists. url_hash: the SHA-256 hash of the URL. image_id: the id of a
-- FETCHED image in product_images or pending_images, which may have been deleted since.
create table import_images (
  job_id uuid not null,
  item_index integer not null,
  position integer not null,
  vendor_id uuid not null,
  product_id uuid not null,
  url text not null,
  url_hash bytea not null,
  status text not null default 'PENDING' check (status in ('PENDING', 'FETCHED', 'FAILED', 'CANCELLED')),
  error text,
  image_id uuid,
  primary key (job_id, item_index, position)
);
create index import_images__url on import_images (job_id, url_hash) where status = 'PENDING';
create index import_images__product_id on import_images (product_id, url_hash) where status = 'FETCHED';
-- For conditions of rules: products with images that an upload hasn't fetched yet are evaluated later.
create index import_images__waiting on import_images (product_id) where status = 'PENDING';

-- One row per URL of a job. A worker claims the row for a limited time while it fetches the URL, and deletes
-- it after the result has been recorded in import_images. A transaction that adds import_images for a URL in
-- this table locks the URL's row, so that the result is also recorded for the added images.
create table import_downloads (
  job_id uuid not null,
  url_hash bytea not null,
  vendor_id uuid not null,
  url text not null,
  -- The host and port of the URL in lower case. It is used only to let hosts take turns. A connection is made
  -- to the host that the URL itself names.
  host text not null generated always as (coalesce(lower(substring(url from '^[^:/]+://([^/?#]+)')), '')) stored,
  attempts integer not null default 0,
  claim uuid,
  claimed_until timestamptz not null default '-infinity',
  primary key (job_id, url_hash)
);
create index import_downloads__turn on import_downloads (vendor_id, host, claimed_until, job_id);
