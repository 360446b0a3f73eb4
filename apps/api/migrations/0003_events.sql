-- The events, which are the audit trail and the feed for clients, and the stored responses of idempotent
-- requests.

-- sequence: the position in the feed. It is null until the event has been committed; then a single sequencer
-- assigns it. A client that reads the feed in this order therefore never misses an event that is committed
-- later.
create table events (
  id uuid primary key default uuidv7(),
  sequence bigint,
  vendor_id uuid,
  type text not null,
  subject_type text not null,
  subject_id uuid,
  actor_type text not null check (actor_type in ('USER', 'TOKEN', 'SYSTEM')),
  actor_id uuid,
  actor_name text,
  actor_is_platform boolean not null default false,
  request_id text,
  changed_fields text[] not null default '{}',
  details jsonb not null default '{}',
  occurred_at timestamptz(3) not null default now()
);
create unique index events__sequence on events (sequence);
create index events__vendor_id_sequence on events (vendor_id, sequence) where sequence is not null;
create index events__vendor_id_type_sequence on events (vendor_id, type, sequence) where sequence is not null;
create index events__type_sequence on events (type, sequence) where sequence is not null;
create index events__subject_id_sequence on events (subject_id, sequence) where sequence is not null;
create index events__actor_id_sequence on events (actor_id, sequence) where sequence is not null;
create index events__unsequenced on events (id) where sequence is null;
create index events__occurred_at on events (occurred_at);
create sequence events_sequence;

-- The stored responses, by Idempotency-Key. scope: a vendor's id, or 'platform'. A row is inserted in the
-- same transaction as the changes that its request made.
create table idempotency_keys (
  scope text not null,
  key text not null,
  request_hash bytea not null,
  status smallint not null,
  headers jsonb not null default '{}',
  body text not null,
  created_at timestamptz(3) not null default now(),
  primary key (scope, key)
);
create index idempotency_keys__created_at on idempotency_keys (created_at);
