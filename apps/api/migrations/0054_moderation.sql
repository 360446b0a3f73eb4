-- Corrections that the operator makes before it decides, and previews of what applying the approval rules would decide.

-- corrections: [{ field, variantId, vendorValue, correctedValue, correctedAt, correctedBy }], null if there are none. Their
-- values have the form of the history.
alter table products add column corrections jsonb;
-- The corrections of the product when the decision was made.
alter table moderation_snapshots add column corrections jsonb;

-- A preview of what the rules would decide on everything that waits. It replaces the earlier ones of the user or API token.
create table application_previews (
  id uuid primary key default uuidv7(),
  actor_id uuid not null,
  created_at timestamptz(3) not null default now()
);

-- What the rules would decide on one entry. Entries that were decided are deleted.
-- version: the version of the product that was evaluated.
-- rule_id: null if no rule matches. decision: QUEUE if the entry would stay in the queue.
create table application_preview_entries (
  id uuid primary key default uuidv7(),
  preview_id uuid not null references application_previews on delete cascade,
  product_id uuid not null,
  kind text not null check (kind in ('PRODUCT', 'REVISION')),
  version integer not null,
  rule_id uuid,
  rule_name text,
  decision text not null check (decision in ('APPROVE', 'REJECT', 'QUEUE')),
  is_sample boolean not null
);
create index application_preview_entries__preview_id on application_preview_entries (preview_id, decision, id);
