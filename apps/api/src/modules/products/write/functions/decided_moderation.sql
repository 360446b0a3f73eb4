-- Returns products.moderation after a decision: { decision, target, reasons, fields: { name: { decision, reasons } } }.
-- If the decision is on some fields of a revision, the earlier decisions on its other fields remain. In PL/pgSQL, because
-- most decisions have no fields or no reasons: each part of an SQL function would be started for all of them.
create or replace function decided_moderation(moderation jsonb, revision jsonb, decision jsonb, decided_at timestamptz) returns jsonb
  language plpgsql stable parallel safe as $$
declare
  decided_time text := iso_text(decided_at::timestamptz(3));
  earlier jsonb := '{}';
  every jsonb;
  rejected jsonb;
  reasons jsonb := '[]';
  reason text;
begin
  if decision ->> 'target' = 'REVISION' then
    earlier := coalesce(moderation -> 'fields', '{}') - array(select jsonb_object_keys(decision -> 'fields'));
  end if;
  every := earlier;
  if decision -> 'fields' <> '{}' then
    every := every || (
      select jsonb_object_agg(d.key, d.value || jsonb_build_object(
        'proposed', case d.value ->> 'decision' when 'REJECTED' then revision -> d.key end, 'decidedAt', decided_time))
      from jsonb_each(decision -> 'fields') d);
  end if;
  if every <> '{}' then
    rejected := nullif(jsonb_path_query_array(every, '$.keyvalue() ? (@.value.decision == "REJECTED").key'), '[]');
  end if;
  if decision -> 'reasons' <> '[]' or earlier <> '{}' then
    select coalesce(jsonb_agg(r.reason order by r.n), '[]'), string_agg(r.reason ->> 'text', E'\n' order by r.n)
      into reasons, reason
    from (
      select g.reason, row_number() over (order by min(g.n)) as n
      from (
        select r.reason, f.n * 1000 + r.n as n
        from (
            select k.decided,
              coalesce(array_position('{name,shortDescription,description,attributes,images}'::text[], k.field), 5 + k.n) as n
            from jsonb_each(earlier) with ordinality as k (field, decided, n)) f
          cross join lateral jsonb_array_elements(f.decided -> 'reasons') with ordinality as r (reason, n)
        union all
        select r.reason, 1000000 + r.n from jsonb_array_elements(decision -> 'reasons') with ordinality as r (reason, n)
      ) g group by g.reason
    ) r;
  end if;
  return jsonb_build_object('decision', case when rejected is null then decision ->> 'decision' else 'REJECTED' end,
    'target', decision -> 'target', 'reason', reason, 'reasons', reasons, 'decidedAt', decided_time, 'fields', every,
    'proposed', rejected);
end $$;
