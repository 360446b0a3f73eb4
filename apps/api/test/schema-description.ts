import type { Sql } from '../src/db/connect.ts'

/**
 * Describes the schema of a database, one object per line, sorted, so that two databases can be compared: tables with
 * their columns in order, constraints, indexes, triggers, functions, views, sequences, statistics and types. Partitions are
 * left out, except default ones, because they depend on the time and on the data.
 */
export async function describeSchema(sql: Sql): Promise<string[]> {
  const rows = await sql<{ line: string }[]>`
    with space as (select current_schema()::regnamespace::oid as id), relation as (
      select c.* from pg_class c join space on c.relnamespace = space.id
      where not c.relispartition or pg_get_expr(c.relpartbound, c.oid) = 'DEFAULT'
    )
    select concat_ws(' ', 'relation', relname, relkind, relpersistence, reloptions, relrowsecurity,
      relispartition, pg_get_partkeydef(oid), relacl) as line
    from relation where relkind not in ('i', 'I', 't')
    union all
    select concat_ws(' ', 'column', r.relname, row_number() over (partition by r.oid order by a.attnum), a.attname,
      format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, a.attgenerated, a.attcollation::regcollation,
      a.attstorage, a.attcompression, pg_get_expr(d.adbin, d.adrelid))
    from relation r join pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = r.oid and d.adnum = a.attnum
    where r.relkind in ('r', 'p', 'v', 'm')
    union all
    select concat_ws(' ', 'constraint', r.relname, k.conname, pg_get_constraintdef(k.oid), k.convalidated)
    from relation r join pg_constraint k on k.conrelid = r.oid
    union all
    select concat_ws(' ', 'index', pg_get_indexdef(x.indexrelid), x.indisvalid)
    from relation r join pg_index x on x.indrelid = r.oid
    union all
    select concat_ws(' ', 'trigger', pg_get_triggerdef(t.oid), t.tgenabled)
    from relation r join pg_trigger t on t.tgrelid = r.oid where not t.tgisinternal
    union all
    select concat_ws(' ', 'view', relname, pg_get_viewdef(oid)) from relation where relkind in ('v', 'm')
    union all
    select concat_ws(' ', 'sequence', r.relname, s.seqtypid::regtype, s.seqstart, s.seqincrement, s.seqmax, s.seqmin,
      s.seqcache, s.seqcycle)
    from relation r join pg_sequence s on s.seqrelid = r.oid
    union all
    select concat_ws(' ', 'function', pg_get_functiondef(p.oid), p.proacl)
    from pg_proc p join space on p.pronamespace = space.id where p.prokind <> 'a'
    union all
    select concat_ws(' ', 'statistics', pg_get_statisticsobjdef(x.oid))
    from pg_statistic_ext x join space on x.stxnamespace = space.id
    union all
    select concat_ws(' ', 'type', t.typname, t.typtype, format_type(t.typbasetype, t.typtypmod),
      (select string_agg(e.enumlabel, ' ' order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid))
    from pg_type t join space on t.typnamespace = space.id where t.typtype not in ('b', 'c', 'p')
    order by line`
  return rows.map(({ line }) => line)
}
