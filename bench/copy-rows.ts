import type { Sql } from '../apps/api/src/db/connect.ts'
import { copyIn } from '../apps/api/src/db/copy.ts'
import { newId } from '../apps/api/src/lib/ids.ts'
import { copyStatement, listColumns, mapIds, readCopy } from './queries.ts'

/** Rows of a table in the text format of COPY. */
export type CopyTable = { table: string; columns: string[]; chunks: Buffer[] }

/**
 * Copies the rows that an upload has inserted, with new ids, for another vendor and job, and with `mark`
 * added to SKUs and slugs. So the floor inserts the same data as the service, into the same tables and
 * indexes.
 */
export async function copyOfUpload(
  sql: Sql,
  { jobId, vendorId, mark }: { jobId: string; vendorId: string; mark: string }
): Promise<CopyTable[]> {
  await mapIds(sql, jobId)
  const target = { vendorId, mark, jobId: newId() }
  const tables: CopyTable[] = []
  for (const table of ['products', 'variants', 'product_categories', 'product_history']) {
    const columns = await listColumns(sql, table)
    tables.push({
      table,
      columns,
      chunks: await readCopy(sql, copyStatement({ table, columns, ...target }))
    })
  }
  return tables
}

/** Inserts the rows in one transaction. */
export async function copyAll(sql: Sql, tables: CopyTable[]): Promise<void> {
  await copyIn(
    sql,
    tables.map(({ table, columns, chunks }) => ({
      statement: `copy ${table} (${columns.join(', ')}) from stdin`,
      chunks
    }))
  )
}
