import type { Handle } from '../src/db/connect.ts'

/** Reads the functions of a database: the definition of each by its signature, such as `is_live(text)`. */
export async function readDefinitions(sql: Handle): Promise<Map<string, string>> {
  const rows = await sql<{ signature: string; definition: string }[]>`
    select oid::regprocedure::text as signature, pg_get_functiondef(oid) as definition
    from pg_proc where pronamespace = current_schema()::regnamespace and prokind <> 'a' order by 1`
  return new Map(rows.map(({ signature, definition }) => [signature, definition]))
}

/**
 * Returns the signatures of functions that have another definition than before. PostgreSQL formats the bodies of SQL
 * functions, so their format and their comments don't count.
 */
export function changedFunctions(before: Map<string, string>, after: Map<string, string>): string[] {
  return [...before]
    .filter(([signature, definition]) => (after.get(signature) ?? definition) !== definition)
    .map(([signature]) => signature)
}

/**
 * Returns a sentence for each object that depends on one of the functions in `names`, except these functions: an index,
 * a constraint, a default, a generated column, a trigger, a view, or another function. Bodies in quotes, such as those
 * of PL/pgSQL, are searched for the name.
 */
export async function listDependents(sql: Handle, names: string[]): Promise<string[]> {
  const rows = await sql<{ dependent: string }[]>`
    with file as (
      select oid, proname from pg_proc where pronamespace = current_schema()::regnamespace and proname = any(${names})
    )
    select pg_describe_object(d.classid, d.objid, d.objsubid) || ' depends on ' || f.proname as dependent
    from file f join pg_depend d on d.refclassid = 'pg_proc'::regclass and d.refobjid = f.oid
    where d.classid <> 'pg_proc'::regclass or d.objid not in (select oid from file)
    union
    select p.oid::regprocedure || ' calls ' || f.proname
    from pg_proc p join file f on p.prosrc ~ ('\\m' || f.proname || '\\s*\\(')
    where p.pronamespace = current_schema()::regnamespace and p.oid not in (select oid from file)
    order by 1`
  return rows.map(({ dependent }) => dependent)
}
