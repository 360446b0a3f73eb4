import type { Handle } from '../../db/connect.ts'

/** Returns the names of vendors by their ids. */
export async function listVendorNames(sql: Handle, ids: string[]): Promise<Map<string, string>> {
  const rows = await sql<{ id: string; name: string }[]>`
    select id, name from vendors where id = any(${ids}::uuid[])`
  return new Map(rows.map(({ id, name }) => [id, name]))
}
