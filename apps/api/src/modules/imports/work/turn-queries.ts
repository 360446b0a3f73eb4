import type { Sql } from '../../../db/connect.ts'

/** Of a vendor's uploads so many run at once; more wait in the queue. */
export const mostRunning = 5

/** The job that a lane works on next. */
export type Turn = { id: string; vendorId: string }

/**
 * The job whose turn it is, of all vendors: they take turns, and so do the jobs of one. A QUEUED one starts, where fewer
 * than `mostRunning` of its vendor run. Undefined when there is nothing to do; jobs in `passed` are passed over.
 */
export async function takeTurn(sql: Sql, passed: string[]): Promise<Turn | undefined> {
  const [turn] = await sql<Turn[]>`
    select id, vendor_id from take_import_turn(${passed}::uuid[], ${mostRunning}::integer)`
  return turn
}
