import type { Handle } from '../connect.ts'

/**
 * The statements that create the lists of what was applied to a database. In `schema_functions`, `release` is the
 * release that created the function, or replaced it last.
 */
export const schemaTables = `create table if not exists schema_migrations (
  name text primary key,
  checksum text not null,
  needs_release text,
  applied_at timestamptz not null default now()
);
create table if not exists schema_functions (
  name text primary key,
  checksum text not null,
  release text not null,
  created_at timestamptz not null default now()
);`

/** Creates the tables that don't exist. */
export async function createSchemaTables(session: Handle): Promise<void> {
  await session.unsafe(schemaTables)
  // Databases that were created by a version before the first release lack this column.
  const [column] = await session`
    select from pg_attribute where attrelid = 'schema_migrations'::regclass and attname = 'needs_release'`
  if (!column) await session`alter table schema_migrations add column needs_release text`
}
