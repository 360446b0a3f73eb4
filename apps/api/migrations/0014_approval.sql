-- Approval: the rules of the operator, and a snapshot of each decision.

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
-- Compressing the values of a product takes as long as inserting the row, so rows of a page or less aren't compressed.
alter table moderation_snapshots set (toast_tuple_target = 8160);
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

-- Returns the rank of a vendor's trust, for comparisons.
create function trust_rank(trust text) returns integer
  language sql immutable strict parallel safe
  return array_position(array['NEW', 'STANDARD', 'TRUSTED'], trust);

-- Returns an HTML text in which character references are replaced by their characters. Named references that aren't
-- listed here are replaced by a space if is_spaced is true, and stay otherwise. References to control characters are
-- removed, except those to white space.
create function decoded_references(html text, is_spaced boolean) returns text
  language sql immutable strict parallel safe
begin atomic
  select string_agg(case
      when p.n = 1 then p.piece
      when r.number is not null then case
        when r.number in (9, 10, 12, 13) then ' '
        when r.number < 32 or r.number between 127 and 159 then ''
        when r.number between 55296 and 57343 or r.number > 1114111 then ' '
        else chr(r.number) end || substr(p.piece, length(r.reference) + 1)
      when r.name is not null then case lower(r.name)
        when 'amp' then '&' when 'lt' then '<' when 'gt' then '>' when 'quot' then '"' when 'apos' then ''''
        when 'period' then '.' when 'colon' then ':' when 'sol' then '/' when 'commat' then '@' when 'lowbar' then '_'
        when 'hyphen' then '-' when 'shy' then '' when 'zwnj' then '' when 'zwj' then ''
        when 'nbsp' then ' ' when 'ensp' then ' ' when 'emsp' then ' ' when 'thinsp' then ' '
        else case when is_spaced then ' ' else '&' || r.reference end end || substr(p.piece, length(r.reference) + 1)
      else '&' || p.piece end, '' order by p.n)
  from string_to_table(html, '&') with ordinality as p (piece, n)
    cross join lateral (
      -- HTML permits some references without a semicolon. An excessive number counts as an unknown character.
      select substring(p.piece from '(?i)^(?:#[0-9]+;?|#x[0-9a-f]+;?|(?:nbsp|shy|amp|lt|gt|quot);?|[a-z][a-z0-9]{1,31};)')
        as reference
      offset 0) f
    cross join lateral (
      select f.reference, rtrim(f.reference, ';') as name, case
        when f.reference ~* '^#x0*[0-9a-f]{1,6};?$'
          then ('x' || right('00000000' || rtrim(substr(f.reference, 3), ';'), 8))::bit(32)::integer
        when f.reference ~ '^#0*[0-9]{1,7};?$' then right(rtrim(substr(f.reference, 2), ';'), 7)::integer
        when f.reference ~ '^#' then 1114112 end as number
      offset 0) r;
end;

-- Returns a text in the form in which texts and words are compared: with compatible characters replaced (NFKC), such
-- as full-width letters by ordinary ones, without invisible characters, and in lower case.
create function folded_text(texts text) returns text
  language sql immutable strict parallel safe
  return lower(normalize(regexp_replace(texts, '[\u0001-\u0008\u000e-\u001e\u007f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5'
    '\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0]', '', 'g'), nfkc));

-- Returns HTML in the form in which approval rules search it: readable text in lower case, as in folded_text, in two
-- forms, separated by U+001F, if these differ. In the first one, each tag of a block, such as a paragraph, is replaced by a
-- space, and all other tags are removed, because they don't separate words for readers. In the second one, all tags
-- are replaced by spaces. Other text between < and > isn't a tag and stays, as in 'a < b > c'.
create function searched_html(html text) returns text
  language plpgsql immutable parallel safe as $$
declare
  spaced text := regexp_replace(html, '</?(?:blockquote|br|caption|col|colgroup|dd|div|dl|dt|figcaption|figure|h[1-6]|hr|img|'
    'li|ol|p|pre|table|tbody|td|tfoot|th|thead|tr|ul)(?:[\s/][^<>]*)?>', ' ', 'gi');
  joined text := spaced;
begin
  if strpos(spaced, '<') > 0 then
    joined := regexp_replace(spaced, '</?[a-z!][^<>]*>', '', 'gi');
    spaced := regexp_replace(spaced, '</?[a-z!][^<>]*>', ' ', 'gi');
  end if;
  if strpos(html, '&') > 0 then
    joined := decoded_references(joined, true);
    spaced := decoded_references(spaced, false);
  end if;
  if spaced <> joined then
    joined := joined || E' \u001f ' || spaced;
  end if;
  return case when joined ~ '[^\t\n\r\u001f -~]' then folded_text(joined) else lower(joined) end;
end $$;

-- Returns texts in the form in which approval rules search them; see searched_html. Most texts are plain ASCII without
-- HTML. These take little time. The function isn't strict, so that it is inlined.
create function searched_text(texts text) returns text
  language sql immutable parallel safe
  return case when texts !~ '[^\t\n\r\u001f -%''-;=-~]' then lower(texts) when texts !~ '[<&]' then folded_text(texts)
    else searched_html(texts) end;

-- Returns the words of a searched text, each between single spaces. The result contains ' free shipping ' if and only
-- if the text contains these two words next to each other. U+001F stays between the parts of a text.
create function plain_words(searched text) returns text
  language sql immutable strict parallel safe
  return ' ' || trim(regexp_replace(searched, '[^[:alnum:]\u001f]+', ' ', 'g')) || ' ';

-- True if texts contain a link, a web address or an email address. `searched` is searched_text(texts). Names of hosts
-- end in a common top-level domain or in two letters, except those that are common units. The first expression
-- is true for all of these and few other texts, and takes less time than the second. The function isn't strict, so that
-- it is inlined.
create function has_links(texts text, searched text) returns boolean
  language sql immutable parallel safe
  return case when searched ~ '(://|mailto:|[.@][[:alpha:]]|\.[0-9]+\.)' then searched ~
      ('https?://|\mwww\.|mailto:|@[[:alnum:]][[:alnum:].-]*\.[[:alpha:]]{2}'
      '|\m[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}\M'
      '|[[:alnum:]]\.(?!(?:ft|oz|mm|cm|lb|kg|ml|pc|pk|ea|yd|hp|qt|pt)\M)[a-z]{2}\M'
      '|[[:alnum:]]\.(?:com|net|org|info|biz|edu|gov|shop|store|online|app|dev|xyz|site|club|cloud|tech|link|page|live|world'
      '|global|email|web|website|space|top|vip|pro|name|mobi|asia|blog|news|group|company|market|marketplace|sale|deals|digital'
      '|network|agency|solutions|services|support|systems|trade|trading|tools|supply|supplies|parts|industries|media|social'
      '|chat|bio|ltd|gmbh|inc|llc|cat|рф|xn--[a-z0-9-]+)\M') else false end
    or strpos(texts, '<') > 0 and texts ~* '(https?://|\mwww\.|mailto:|<a[\s/>])';

-- True if a rule sends this version of an entry to the queue as a sample. The same version always gets the same
-- result. `percent` is the share of the samples.
create function is_sample(product_id uuid, version integer, rule_key text, percent numeric) returns boolean
  language sql immutable strict parallel safe
  return ('x' || left(md5(product_id::text || ':' || version || ':' || rule_key), 8))::bit(32)::bigint * 100.0 / 4294967296
    < percent;
