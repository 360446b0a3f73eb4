import type { Sql } from '../../db/connect.ts'

export async function pingDatabase(sql: Sql): Promise<void> {
  await sql`select 1`
}
