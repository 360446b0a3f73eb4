import type { Sql } from '../apps/api/src/db/connect.ts'
import { newId } from '../apps/api/src/lib/ids.ts'
import { copyIn, copyStatement, listColumns, mapIds, readCopy } from './queries.ts'

/** A table with the text of its rows as COPY takes it. */
export type CopyTable = { table: string; columns: string[]; chunks: Buffer[] }

/**
 * The rows that an upload made, as COPY takes them, with new ids, for another vendor and job, under SKUs and slugs that
 * hold the `mark`. So the floor writes what the service has written, to the same tables with the same indexes.
 */
export async function copyOfUpload(
  sql: Sql,
  { jobId, vendorId, mark }: { jobId: string; vendorId: string; mark: string }
): Promise<CopyTable[]> {
  await mapIds(sql, jobId)
  const target = { vendorId, mark, jobId: newId() }
  const tables: CopyTable[] = []
  for (const table of ['products', 'variants', 'product_categories']) {
    const columns = await listColumns(sql, table)
    tables.push({
      table,
      columns,
      chunks: await readCopy(sql, copyStatement({ table, columns, ...target }))
    })
  }
  return tables
}

/** Writes the rows in one transaction, table by table. */
export async function copyAll(sql: Sql, tables: CopyTable[]): Promise<void> {
  await sql.begin(async (tx) => {
    for (const { table, columns, chunks } of tables) await copyIn(tx, { table, columns, chunks })
  })
}
