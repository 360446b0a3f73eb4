import type { Fragment, Handle } from '../../db/connect.ts'

/** Who reads a change: users of the vendor whose data changed, or operator users. */
export type Audience = 'vendor' | 'platform'

/**
 * Returns a SQL condition that is true if vendors see the actor of a row as PLATFORM. `row` is the alias of a
 * table with the columns `actor_type` and `actor_is_platform`.
 */
export function isActorHidden(sql: Handle, row: string): Fragment {
  return sql`${sql(row)}.actor_is_platform and ${sql(row)}.actor_type <> 'SYSTEM'`
}

/**
 * Returns SQL expressions for who made the change in a row: the `EventActor` as JSON, and the id of the
 * request. Vendors see operator users as PLATFORM without id and name, and the ids of requests of the platform
 * as null.
 */
export function actorOfRow(
  sql: Handle,
  row: string,
  audience: Audience
): { actor: Fragment; requestId: Fragment } {
  const of = sql(row)
  const actor = sql`json_build_object('type', ${of}.actor_type, 'id', ${of}.actor_id, 'name', ${of}.actor_name)`
  if (audience === 'platform') return { actor, requestId: sql`${of}.request_id` }
  return {
    actor: sql`case when ${isActorHidden(sql, row)}
      then json_build_object('type', 'PLATFORM', 'id', null, 'name', null) else ${actor} end`,
    requestId: sql`case when not ${of}.actor_is_platform then ${of}.request_id end`
  }
}
