-- Bulk uploads: jobs, their items in chunks, what became of each item, and the images to fetch for them.

-- Counters change only in the transaction that writes what they count. origin: who sent it, for the job's event.
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
  -- The last sign of life of an upload that is still arriving.
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

-- Vendors take turns, and so do the running jobs of one: when a worker last took up a part of a vendor's uploads, and
-- of which job. Outlives the jobs, so that many small ones get no more turns than a large one.
create table import_turns (
  vendor_id uuid primary key references vendors,
  job_id uuid not null,
  served_at timestamptz not null
);

-- Some items of an upload, worked on together. position counts a job's chunks from 0; its items have the indexes from
-- first_index on. submitted: one line an item, the JSON as it was sent, or a JSON string of a line that is no JSON.
-- prepared: a JSON array, one entry an item (PreparedItem in modules/bulk); null once the chunk is done.
create table import_chunks (
  job_id uuid not null references import_jobs on delete cascade,
  position integer not null,
  vendor_id uuid not null,
  first_index integer not null,
  item_count integer not null,
  submitted text not null,
  prepared jsonb,
  -- How often working on it failed for a reason that trying again does not settle.
  failures smallint not null default 0,
  done_at timestamptz(3),
  primary key (job_id, position)
);
create index import_chunks__open on import_chunks (job_id, position) where done_at is null;
create unique index import_chunks__first_index on import_chunks (job_id, first_index);

-- Written once, when an item is done. An item without a row is PENDING, or shares the end of its job: CANCELLED or
-- FAILED. No foreign key, since a check a row would cost as much as the row: they go with their job.
create table import_results (
  job_id uuid not null,
  index integer not null,
  vendor_id uuid not null,
  code text,
  status text not null check (status in ('CREATED', 'UPDATED', 'SKIPPED', 'FAILED')),
  product_id uuid,
  -- [{ code, field, message }]; null where there are none.
  errors jsonb,
  warnings jsonb,
  primary key (job_id, index)
);
create index import_results__status on import_results (job_id, status, index);

-- The image entries of items whose product exists. url_hash: SHA-256 of the URL. image_id: what became of a FETCHED one,
-- in product_images or pending_images; the product may have it no more.
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

-- Each URL of a job once: claimed for a while by the worker that fetches it, gone once it is settled. Whoever adds
-- import_images of a URL that stands here locks its row, so that it is not settled without them.
create table import_downloads (
  job_id uuid not null,
  url_hash bytea not null,
  vendor_id uuid not null,
  url text not null,
  -- With its port. Lanes take turns by it; what is connected to is decided from the URL.
  host text not null generated always as (coalesce(lower(substring(url from '^[^:/]+://([^/?#]+)')), '')) stored,
  attempts integer not null default 0,
  claim uuid,
  claimed_until timestamptz not null default '-infinity',
  primary key (job_id, url_hash)
);
create index import_downloads__turn on import_downloads (vendor_id, host, claimed_until, job_id);

-- The job that a worker's lane takes up next: of the vendor who was served longest ago the one after the job served last.
-- A queued one starts, where fewer than most_running of its vendor run. Jobs in passed are passed over; no row when there
-- is nothing to do. One caller at a time, which sees what those before have changed; a function, so that it ends by
-- itself, without a word from a caller who may be stopped.
create function take_import_turn(passed uuid[], most_running integer) returns table (id uuid, vendor_id uuid)
language plpgsql as $$
#variable_conflict use_column
begin
  perform pg_advisory_xact_lock(7301003);
  return query
    with next as materialized (
      select j.id, j.vendor_id
      from import_jobs j left join import_turns t on t.vendor_id = j.vendor_id
      where j.status in ('QUEUED', 'PROCESSING') and j.id <> all(passed)
        and exists (select from import_chunks c where c.job_id = j.id and c.done_at is null)
        and (j.status = 'PROCESSING' or most_running > (
          select count(*) from import_jobs r where r.vendor_id = j.vendor_id and r.status = 'PROCESSING'))
      order by t.served_at nulls first, j.vendor_id, coalesce(j.id <= t.job_id, false), j.id
      limit 1
    ), waiting as (
      -- One that is being cancelled holds nobody up.
      select j.id from import_jobs j join next on next.id = j.id
      where j.status = 'QUEUED' for no key update of j skip locked
    ), started as (
      update import_jobs j set status = 'PROCESSING', started_at = clock_timestamp()
      from waiting where j.id = waiting.id
    )
    insert into import_turns as t (vendor_id, job_id, served_at)
    select next.vendor_id, next.id, clock_timestamp() from next
    on conflict on constraint import_turns_pkey
      do update set job_id = excluded.job_id, served_at = excluded.served_at
    returning t.job_id, t.vendor_id;
end $$;
