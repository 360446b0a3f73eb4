-- Returns products.moderation after a decision: { decision, target, reasons, fields: { name: { decision, reasons } } }.
-- If the decision is on some fields of a revision, the earlier decisions on its other fields remain.
create or replace function decided_moderation(moderation jsonb, revision jsonb, decision jsonb, decided_at timestamptz) returns jsonb
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
        cross join lateral (
          select k.decided,
            coalesce(array_position('{name,shortDescription,description,images}'::text[], k.field), 4 + k.n) as n
          from jsonb_each(e.fields) with ordinality as k (field, decided, n)) f
        cross join lateral jsonb_array_elements(f.decided -> 'reasons') with ordinality as r (reason, n)
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
