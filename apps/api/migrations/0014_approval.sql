-- Approval: the rules of the operator, and a snapshot of each decision.

-- How much the operator trusts a vendor. Approval rules can require it.
alter table vendors add trust text not null default 'STANDARD'
  constraint vendors__trust check (trust in ('NEW', 'STANDARD', 'TRUSTED'));

-- pending_text_changes: for each text in pending_revision, the share of its words that differ from the live text,
-- from 0 to 1, such as {"name": 0.25}. A text without an entry counts as completely changed.
-- sampled_by: the rule that would have decided the waiting entry, if the entry weren't a sample; null otherwise.
alter table products
  add pending_text_changes jsonb,
  add sampled_by uuid;

-- The rules that decide on new products and staged edits, in the order of their positions.
-- conditions: `when` of the API. decision: `then` of the API.
-- reasons: [{ code, pointer, imageId, text }], for REJECT only.
create table approval_rules (
  id uuid primary key default uuidv7(),
  position integer not null,
  name text not null,
  is_active boolean not null,
  conditions jsonb not null,
  decision text not null check (decision in ('APPROVE', 'REJECT', 'QUEUE')),
  reasons jsonb not null default '[]',
  sample_percent numeric(5, 2) not null default 0 check (sample_percent between 0 and 100),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint approval_rules__position unique (position) deferrable initially deferred
);

-- One row for each decision, by a person or by a rule: what was judged, and how. There are no foreign keys,
-- because the snapshots of deleted products, vendors and rules stay.
-- kind: PRODUCT, REVISION, or CHANGE (a change of watched fields).
-- version: the moderation version that was judged, or for CHANGE the version of the entry.
-- decision: APPROVED or REJECTED, which is REJECTED if any field of a revision is; for CHANGE, ACCEPTED or HIDDEN.
-- fields: for REVISION, the decision on each field that was decided, such as {"name": "APPROVED"}; otherwise null.
-- reasons: [{ code, pointer, imageId, text }].
-- is_sample: true if a rule would have decided, but the entry was a sample.
-- rule_id, rule_name: the rule that decided; null if a person decided.
-- live, proposed: the live and the proposed values. For PRODUCT, live is {} and proposed is the whole product. For
--   REVISION, live has all moderated fields, and proposed has all fields that were waiting, also those on which
--   this decision didn't decide. For CHANGE, both have the watched fields that had changed.
-- facts: the values that conditions of rules compare, besides the texts: { trust, categoryIds, imageCount,
--   maxVendorPrice, textChange }. maxVendorPrice is text.
-- submitted_at: the time when the entry began to wait.
create table moderation_snapshots (
  id uuid primary key default uuidv7(),
  product_id uuid not null,
  vendor_id uuid not null,
  kind text not null check (kind in ('PRODUCT', 'REVISION', 'CHANGE')),
  version integer not null,
  decision text not null check (decision in ('APPROVED', 'REJECTED', 'ACCEPTED', 'HIDDEN')),
  fields jsonb,
  reasons jsonb not null default '[]',
  is_sample boolean not null default false,
  rule_id uuid,
  rule_name text,
  live jsonb not null,
  proposed jsonb not null,
  facts jsonb not null default '{}',
  actor_type text not null,
  actor_id uuid,
  actor_name text,
  request_id text,
  submitted_at timestamptz(3) not null,
  decided_at timestamptz(3) not null default now()
);
-- The index contains everything that the statistics need, except reasons.
create index moderation_snapshots__decided_at on moderation_snapshots (decided_at, id)
  include (vendor_id, kind, decision, is_sample, rule_id, submitted_at);
create index moderation_snapshots__rejected on moderation_snapshots (decided_at)
  where decision in ('REJECTED', 'HIDDEN');
create index moderation_snapshots__product_id on moderation_snapshots (product_id, decided_at, id);
create index moderation_snapshots__vendor_id on moderation_snapshots (vendor_id, decided_at, id);
create index moderation_snapshots__rule_id on moderation_snapshots (rule_id, decided_at, id);

-- products.moderation is the latest decision. It is stored as the API returns it, with two exceptions:
-- - proposed is the list of the rejected fields, such as ["name"], or null. Their values are only in fields.
-- - fields.images.proposed has the format of pending_revision.images.
-- fields has the decisions on the fields of the latest revision that no later edit has replaced. The proposed value of
-- an approved field is null, because it is the live value.

-- Returns products.moderation after a decision: { decision, target, reasons, fields: { name: { decision, reasons } } }.
-- If the decision is on some fields of a revision, the earlier decisions on its other fields remain.
create function decided_moderation(moderation jsonb, revision jsonb, decision jsonb, decided_at timestamptz) returns jsonb
  language sql stable parallel safe
begin atomic
  with earlier as (
    select case when decision ->> 'target' = 'REVISION' then coalesce(moderation -> 'fields', '{}')
      - array(select jsonb_object_keys(decision -> 'fields')) else '{}' end as fields
  ), every as (
    select e.fields || coalesce((
      select jsonb_object_agg(d.key, d.value || jsonb_build_object(
        'proposed', case d.value ->> 'decision' when 'REJECTED' then revision -> d.key end,
        'decidedAt', iso_text(decided_at::timestamptz(3))))
      from jsonb_each(decision -> 'fields') d), '{}') as fields
    from earlier e
  ), reason as (
    select g.reason, row_number() over (order by min(g.n)) as n
    from (
      select r.reason, f.n * 1000 + r.n as n
      from earlier e
        cross join unnest('{name,shortDescription,description,images}'::text[]) with ordinality as f (field, n)
        cross join lateral jsonb_array_elements(e.fields -> f.field -> 'reasons') with ordinality as r (reason, n)
      union all
      select r.reason, 1000000 + r.n from jsonb_array_elements(decision -> 'reasons') with ordinality as r (reason, n)
    ) g group by g.reason
  ), rejected as (
    select nullif(jsonb_path_query_array(a.fields, '$.keyvalue() ? (@.value.decision == "REJECTED").key'), '[]') as fields
    from every a
  )
  select jsonb_build_object(
    'decision', case when r.fields is null then decision ->> 'decision' else 'REJECTED' end,
    'target', decision -> 'target',
    'reason', (select string_agg(reason ->> 'text', E'\n' order by n) from reason),
    'reasons', (select coalesce(jsonb_agg(reason order by n), '[]') from reason),
    'decidedAt', iso_text(decided_at::timestamptz(3)), 'fields', a.fields, 'proposed', r.fields)
  from every a cross join rejected r;
end;

-- Returns products.moderation after a change of the staged edits. `stages` has the newly staged values. The decisions
-- on these fields are removed, and so are the rejected values. A new revision begins without decisions.
create function restaged_moderation(moderation jsonb, revision jsonb, stages jsonb) returns jsonb
  language sql immutable parallel safe
  return moderation || jsonb_build_object('proposed', null, 'fields', case when revision is null then '{}'
    else coalesce(moderation -> 'fields', '{}') - array(select jsonb_object_keys(stages)) end);

-- Returns products.moderation, which has fields, as it is recorded in the history: without the proposed values.
create function recorded_moderation(moderation jsonb) returns jsonb
  language sql immutable parallel safe
  return (moderation - 'proposed') || jsonb_build_object('fields', (
    select jsonb_object_agg(key, value - 'proposed') from jsonb_each(moderation -> 'fields')));

-- Returns products.moderation, which has rejected fields, as the API returns it. If whole is true, proposed contains
-- the data of its new images. fields never contains the data. The function is not inlined: see staged_images.
create function moderation_of(product_id uuid, moderation jsonb, origin text, whole boolean) returns jsonb
  language plpgsql stable parallel safe as $$
declare
  images jsonb := moderation #> '{fields,images,proposed}';
  shown jsonb := moderation;
begin
  if jsonb_typeof(images) = 'array' then
    shown := jsonb_set(shown, '{fields,images,proposed}', staged_images(product_id, images, origin, false));
  end if;
  return shown || jsonb_build_object('proposed', (
    select jsonb_object_agg(f.field, case when f.field = 'images' and whole
      then staged_images(product_id, images, origin, true) else shown #> array['fields', f.field, 'proposed'] end)
    from jsonb_array_elements_text(case when jsonb_typeof(moderation -> 'proposed') = 'array'
      then moderation -> 'proposed' end) as f (field)));
end $$;

-- For conditions of rules: products with images that an upload hasn't fetched yet are evaluated later.
create index import_images__waiting on import_images (product_id) where status = 'PENDING';

-- Returns the rank of a vendor's trust, for comparisons.
create function trust_rank(trust text) returns integer
  language sql immutable strict parallel safe
  return array_position(array['NEW', 'STANDARD', 'TRUSTED'], trust);

-- Returns the words of texts in lower case, without HTML tags, each between single spaces. The result contains
-- ' free shipping ' if and only if the texts contain these two words next to each other. Other text between < and >,
-- as in 'a < b > c', is not a tag, so readers see its words.
create function plain_words(texts text) returns text
  language sql immutable strict parallel safe
  return ' ' || lower(trim(regexp_replace(regexp_replace(texts, '</?[a-z!][^<>]*>', ' ', 'gi'), '[^[:alnum:]]+', ' ', 'g'))) || ' ';

-- True if texts contain a link, a web address or an email link. The first expression is true for all of these and few
-- other texts. It takes less than half the time of the second.
create function has_links(texts text) returns boolean
  language sql immutable strict parallel safe
  return case when texts ~* '(://|www\.|mailto:|<a|\.[bcinos])' then texts ~*
    '(https?://|\mwww\.|mailto:|<a[\s>]|\m[a-z0-9-]+\.(com|net|org|info|biz|shop|store|online|io)\M)' else false end;

-- True if a rule sends this version of an entry to the queue as a sample. The same entry always gets the same
-- result. `percent` is the share of the samples.
create function is_sample(product_id uuid, version integer, rule_key text, percent numeric) returns boolean
  language sql immutable strict parallel safe
  return ('x' || left(md5(product_id::text || ':' || version || ':' || rule_key), 8))::bit(32)::bigint * 100.0 / 4294967296
    < percent;
