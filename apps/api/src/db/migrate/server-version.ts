import type { Sql } from '../connect.ts'

/** The first version of PostgreSQL that the service can use, as in `server_version_num`. */
const minVersion = 180_000

/** The version of PostgreSQL is too old. `message` is one sentence for the operator. */
export class ServerVersionError extends Error {
  override name = 'ServerVersionError'
}

/** Throws a `ServerVersionError` if the server is older than PostgreSQL 18. */
export async function requireServerVersion(sql: Sql): Promise<void> {
  const [row] = await sql<
    { version: number }[]
  >`select current_setting('server_version_num')::integer as version`
  const version = row?.version ?? 0
  if (version >= minVersion) return
  throw new ServerVersionError(
    `The service needs PostgreSQL 18 or newer, but the database server is PostgreSQL ${formatVersion(version)}.`
  )
}

/** Formats a `server_version_num`, such as 170004, as 17.4. */
function formatVersion(version: number): string {
  return `${Math.floor(version / 10_000)}.${version % 10_000}`
}
