import type { Fragment, Handle } from '../../../db/connect.ts'
import { type List, run } from '../../../db/lists.ts'
import { databaseNow } from '../../../lib/clock.ts'
import type { OrderFilters } from '../schema.ts'

/**
 * Returns a SQL expression for the deadline of the suborder in this row that counts in its status. It is null if none counts.
 * Indexes contain the same expression.
 */
export function dueAtOf(row: string): string {
  return `suborder_due_at(${row}.status, ${row}.acknowledge_by, ${row}.ship_by)`
}

/** The same for a row `s`. */
export const dueAt = dueAtOf('s')

/** The sort key of lists that begin with what is due first. The id is that of the suborder or, for the operator, the order. */
export const dueKey = { due_at: 'timestamptz', id: 'uuid' } as const

type DueFilters = Pick<OrderFilters, 'late' | 'dueBefore'>

/** Returns the filters by deadline as conditions on a row `s` of `suborders`. */
export function dueConditions(sql: Handle, { late, dueBefore }: DueFilters) {
  const due = sql.unsafe(dueAt)
  const isLate = sql`${due} < now()`
  return {
    late: late !== undefined && (late ? isLate : sql`(${isLate}) is not true`),
    dueBefore: dueBefore !== undefined && sql`${due} < (select ${dueBefore}::timestamptz)`
  }
}

/**
 * Returns the same filters as the range of a list with the key `dueKey`. `now` is the time at which PostgreSQL runs the
 * statement.
 */
export function dueRange({ late, dueBefore }: DueFilters): { after?: string; before?: string } {
  if (late === false) return { after: 'now', ...(dueBefore !== undefined && { before: dueBefore }) }
  const isEarlier = dueBefore !== undefined && (!late || Date.parse(dueBefore) < databaseNow())
  const before = isEarlier ? dueBefore : late ? 'now' : undefined
  return before === undefined ? {} : { before }
}

/** True if the filters limit the list to suborders with a deadline that counts, which an index finds. */
export function needsDeadline({ late, dueBefore, sort }: DueFilters & Pick<OrderFilters, 'sort'>): boolean {
  return late === true || dueBefore !== undefined || sort === 'dueAt'
}

/** Returns a query for the sort keys of the vendor's suborders with a deadline that counts, in the order of the list. */
export function dueRun(list: List, vendorId: string): Fragment {
  const { sql } = list
  const vendor = sql`(select ${vendorId}::uuid)`
  return run(list, {
    ...{ from: 'suborders s', lead: [['s.vendor_id', vendor]], columns: [dueAt, 's.id'] },
    where: sql`${sql.unsafe(dueAt)} is not null`
  })
}
