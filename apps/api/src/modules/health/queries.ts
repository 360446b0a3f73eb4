import type { Sql } from '../../db/connect.ts'

/** Resolves if the database can run a statement. */
export async function pingDatabase(sql: Sql): Promise<void> {
  await sql`select 1`
}
