-- Watched fields: changes of unmoderated fields of live products, which operators look at afterwards.

-- watched_fields: [{ field, threshold }]. A threshold is optional, and only for vendorPrice and listPrice.
alter table settings add watched_fields jsonb not null default '[]';

-- The watched fields of a live product whose values differ from those that an operator last accepted. A row stays
-- when its changes have been accepted, so that its version never starts again. There are no foreign keys,
-- because checking them would wait for requests that lock the product. The deletion of a product deletes its row.
-- changes: an object with a value for each changed field, { field, variantId, accepted, current, threshold }. Its
--   key is the field, or the id of the variant and the field. variantId and threshold can be omitted. If current is
--   omitted, the variant was deleted.
-- shown: shown_changes(changes), which is what operators see.
-- version: the number of times that `shown` has changed, except by acceptance.
-- is_waiting: true if the row is an entry of the moderation queue.
-- submitted_at: the time when `shown` last changed. Null if nothing was ever shown.
create table watched_changes (
  product_id uuid primary key,
  vendor_id uuid not null,
  changes jsonb not null,
  shown jsonb not null default '[]',
  version integer not null default 0,
  is_waiting boolean not null default false,
  submitted_at timestamptz(3),
  constraint watched_changes__waiting check (not is_waiting or shown <> '[]' and submitted_at is not null)
);
create index watched_changes__waiting on watched_changes (submitted_at, product_id) where is_waiting;
create index watched_changes__waiting_vendor on watched_changes (vendor_id, submitted_at, product_id) where is_waiting;

-- True if a value of `watched_changes.changes` is shown to operators. A price is shown if it differs from the
-- accepted price by more than the threshold, as a share of the accepted price. Every change is shown if one of the
-- prices is missing, and if the accepted price is 0.
create function is_shown_change(change jsonb) returns boolean
  language sql immutable strict parallel safe
  return case
    when not change ? 'current' then false
    when not change ? 'threshold' or change ->> 'accepted' is null or change ->> 'current' is null then true
    else abs((change ->> 'current')::numeric - (change ->> 'accepted')::numeric)
      > (change ->> 'threshold')::numeric * (change ->> 'accepted')::numeric end;

-- Returns the changes that operators see: [{ field, variantId, live, proposed }], with the accepted value as
-- `live` and the current value as `proposed`.
create function shown_changes(changes jsonb) returns jsonb
  language sql immutable strict parallel safe
  return (
    select coalesce(jsonb_agg(
      (c.value - array['accepted', 'current', 'threshold'])
        || jsonb_build_object('live', c.value -> 'accepted', 'proposed', c.value -> 'current')
      order by c.value ->> 'variantId' nulls first, c.value ->> 'field'), '[]')
    from jsonb_each(changes) c where is_shown_change(c.value));

-- Returns the changes without those that operators see. This is what remains after acceptance, because nobody has
-- seen the other changes.
create function without_shown_changes(changes jsonb) returns jsonb
  language sql immutable strict parallel safe
  return (
    select coalesce(jsonb_object_agg(c.key, c.value), '{}')
    from jsonb_each(changes) c where not is_shown_change(c.value));

-- Returns stored changes with later ones. Accepted values stay those of the stored changes. Fields that have their
-- accepted value again are removed, and so are the fields of deleted variants.
create function merge_changes(stored jsonb, later jsonb) returns jsonb
  language sql immutable strict parallel safe
  return (
    select coalesce(jsonb_object_agg(m.key, m.value), '{}')
    from (
      select coalesce(s.key, l.key) as key, case
        when l.key is null then s.value
        when s.key is null then l.value
        else l.value || jsonb_build_object('accepted', s.value -> 'accepted') end as value
      from jsonb_each(stored) s full join jsonb_each(later) l on l.key = s.key
    ) m
    where m.value -> 'current' <> m.value -> 'accepted');

-- Returns the changes of the fields that are still watched, with their new thresholds.
create function rewatch_changes(changes jsonb, watched_fields jsonb) returns jsonb
  language sql immutable strict parallel safe
  return (
    select coalesce(jsonb_object_agg(c.key, (c.value - 'threshold') || (w.value - 'field')), '{}')
    from jsonb_each(changes) c join jsonb_array_elements(watched_fields) w on w.value -> 'field' = c.value -> 'field');

-- Returns one side of shown changes as it is stored in snapshots: an object with a value for each field. The prices
-- of variants are in `variants`, such as [{ id, vendorPrice }]. `side` is live or proposed.
create function changes_snapshot(shown jsonb, side text) returns jsonb
  language sql immutable strict parallel safe
  return (
    select coalesce(jsonb_object_agg(c.change ->> 'field', c.change -> side), '{}')
    from jsonb_array_elements(shown) as c (change) where not c.change ? 'variantId'
  ) || coalesce((
    select jsonb_build_object('variants', jsonb_agg(v.variant order by v.id))
    from (
      select c.change ->> 'variantId' as id, jsonb_object_agg(c.change ->> 'field', c.change -> side)
        || jsonb_build_object('id', c.change -> 'variantId') as variant
      from jsonb_array_elements(shown) as c (change) where c.change ? 'variantId'
      group by c.change ->> 'variantId', c.change -> 'variantId'
    ) v
    having count(*) > 0
  ), '{}');
