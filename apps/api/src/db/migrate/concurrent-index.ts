import type { Handle } from '../connect.ts'
import { MigrationError } from './migration-error.ts'

/** An index that a migration builds or drops concurrently, and for `create` the table of the index. */
export type ConcurrentIndex = { action: 'create'; name: string; table: string } | { action: 'drop' }

const create = /^create\s+(?:unique\s+)?index\s+concurrently\s+(?!if\s)(\w+)\s+on\s+(\w+)\s[^;]*;?$/i
const drop = /^drop\s+index\s+concurrently\s+if\s+exists\s+\w+\s*;?$/i

/**
 * Returns what a file with the line `-- not in a transaction` does. Only statements that can be run again after they
 * were interrupted are accepted. Throws a `MigrationError` for others, and if there is more than one statement.
 */
export function parseConcurrentIndex(file: string, text: string): ConcurrentIndex {
  const statement = text.replace(/^\s*--[^\n]*$/gm, '').trim()
  const [, name, table] = create.exec(statement) ?? []
  if (name && table) return { action: 'create', name, table }
  if (drop.test(statement)) return { action: 'drop' }
  throw new MigrationError(
    `The migration ${file} has the line "-- not in a transaction", so it must be a single statement ` +
      '"create index concurrently name on table …" or "drop index concurrently if exists name".'
  )
}

/**
 * Runs the statement of a file, outside a transaction. An invalid index that an interrupted attempt left is dropped
 * first. If a valid index was built, but the migration wasn't recorded, there is nothing to do. This happens if
 * the process was killed: PostgreSQL then still completes the statement.
 */
export async function changeIndex(
  session: Handle,
  { name: file, text }: { name: string; text: string },
  index: ConcurrentIndex
): Promise<void> {
  const existing = index.action === 'create' ? await findIndex(session, index.name) : undefined
  if (existing && index.action === 'create') {
    if (existing.table !== index.table)
      throw new MigrationError(
        `The migration ${file} creates the index ${index.name} on ${index.table}, ` +
          `but ${existing.table} has an index of this name: drop or rename that index, and start again.`
      )
    if (existing.isValid) return
    await session.unsafe(`drop index concurrently ${index.name}`)
  }
  await session.unsafe(text)
}

type Index = { table: string; isValid: boolean }

async function findIndex(session: Handle, name: string): Promise<Index | undefined> {
  const [row] = await session<Index[]>`
    select t.relname as table, x.indisvalid as is_valid
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
    where i.relname = ${name.toLowerCase()} and i.relnamespace = current_schema()::regnamespace`
  return row
}
