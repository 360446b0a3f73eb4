-- Webhooks: addresses to which the service posts the events of a vendor, or of the marketplace, in their order.

-- vendor_id: whose events are posted. Null: a webhook of the operator, which gets the events of the whole marketplace.
-- feed: EVENTS or CATALOG_CHANGES. types: null means all. concurrency: requests at the same time, 1 to 4.
-- headers: the headers to send, as encrypted JSON { name: value }. header_names: their names, as sent.
-- secrets: the secrets that sign the requests, as encrypted JSON [{ secret, expiresAt }], newest first.
-- overlap_ends_at: until when requests are also signed with the secret before the newest one.
-- stopped_by: OWNER, OPERATOR or RECEIVER (it has answered with 410). Null: the webhook isn't stopped.
-- version: increases with each change, so that a worker notices that its copy is outdated.
create table webhooks (
  id uuid primary key default uuidv7(),
  vendor_id uuid constraint webhooks__vendor_id references vendors,
  feed text not null default 'EVENTS',
  url text not null,
  types text[],
  description text,
  concurrency integer not null default 4,
  header_names text[] not null default '{}',
  headers bytea,
  secrets bytea not null,
  overlap_ends_at timestamptz(3),
  stopped_by text,
  stop_reason text,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index webhooks__vendor_id on webhooks (vendor_id, id);

-- How far the events of a webhook have been delivered, a row for each webhook. Workers change it all the time, so it is
-- a table of its own.
-- position: all events up to this number were delivered, set aside, or not among its types.
-- delivered_ahead: numbers after the position whose events were delivered too, because other keys didn't wait.
-- replay_through, replay_number: events up to this number are replayed, for the nth time.
-- gap: why events may be missing, RETENTION or RESTORE, until the receiver was told. gap_number: how often it was told.
-- failing_since, failures: since when the receiver fails, and the attempts since then. reported_failing: how many of the
--   events about a long failure have been recorded.
-- next_attempt_at: a failing webhook isn't tried before. set_aside_due_at: when the next event that was set aside is due.
-- lease_id, leased_until: the worker that delivers. A lease that has ended can be taken by any worker.
create table webhook_progress (
  webhook_id uuid primary key references webhooks on delete cascade,
  position bigint not null,
  delivered_ahead bigint[] not null default '{}',
  replay_through bigint not null default 0,
  replay_number integer not null default 0,
  gap text,
  gap_number integer not null default 0,
  failing_since timestamptz(3),
  failures integer not null default 0,
  reported_failing integer not null default 0,
  last_failure_at timestamptz(3),
  last_failure_reason text,
  last_failure_status integer,
  last_success_at timestamptz(3),
  next_attempt_at timestamptz(3),
  set_aside_due_at timestamptz(3),
  set_aside_count integer not null default 0,
  lease_id uuid,
  leased_until timestamptz(3)
) with (fillfactor = 50);
create index webhook_progress__next_attempt_at on webhook_progress (next_attempt_at) where next_attempt_at is not null;
create index webhook_progress__set_aside_due_at on webhook_progress (set_aside_due_at) where set_aside_due_at is not null;

-- Events that wait outside of the order: those that the receiver has refused, later events of the same key, and events
-- that are to be replayed.
-- sequence: the number of the event or of the catalog change. reason: REFUSED, BEHIND or REPLAY.
-- next_attempt_at: null for the events behind another one of the same key. replay_number: 0 unless it is replayed.
create table webhook_set_aside (
  webhook_id uuid not null references webhooks on delete cascade,
  sequence bigint not null,
  key text not null,
  event_id text not null,
  event_type text not null,
  reason text not null,
  attempts integer not null default 0,
  replay_number integer not null default 0,
  last_status integer,
  set_aside_at timestamptz(3) not null default now(),
  next_attempt_at timestamptz(3),
  constraint webhook_set_aside_pkey primary key (webhook_id, sequence)
);
create index webhook_set_aside__key on webhook_set_aside (webhook_id, key, sequence);

-- The attempts of an hour. duration_ms: their sum.
create table webhook_attempt_counts (
  webhook_id uuid not null references webhooks on delete cascade,
  hour timestamptz(3) not null,
  delivered integer not null default 0,
  failed integer not null default 0,
  duration_ms bigint not null default 0,
  constraint webhook_attempt_counts_pkey primary key (webhook_id, hour)
) with (fillfactor = 70);

-- The last 1,000 attempts of each webhook that failed. status: null if there was no answer. answer: its start.
create table webhook_failed_attempts (
  id bigint generated always as identity primary key,
  webhook_id uuid not null references webhooks on delete cascade,
  at timestamptz(3) not null default clock_timestamp(),
  event_id text not null,
  event_type text not null,
  status integer,
  reason text not null,
  duration_ms integer not null,
  answer text not null default ''
);
create index webhook_failed_attempts__webhook_id on webhook_failed_attempts (webhook_id, id);
