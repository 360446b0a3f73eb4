import { ConfigError, readDatabaseConfig } from '../config.ts'
import { connect, type Sql } from '../db/connect.ts'
import { DatabaseStartError, hasEmbeddedDatabase, startEmbeddedDatabase } from '../db/embedded.ts'
import { MigrationError, migrate, planMigrations } from '../db/migrate.ts'
import { requireServerVersion, ServerVersionError } from '../db/server-version.ts'
import { release } from '../lib/release.ts'
import { type Command, formatPlan, help, readCommand, schemaOf, UsageError } from './migrate-command.ts'

type Settings = ReturnType<typeof readDatabaseConfig>

const print = (text: string) => process.stdout.write(text)
const note = (message: string) => process.stderr.write(`${message}\n`)

/** Runs the command in the arguments and returns the exit code. */
async function run(args: string[]): Promise<number> {
  const command = readCommand(args)
  if (command.command === 'help') {
    print(help)
    return 0
  }
  const settings = readDatabaseConfig(process.env)
  return command.command === 'plan' ? await plan(settings, command) : await apply(settings)
}

async function apply(settings: Settings): Promise<number> {
  const { applied, names } = await withDatabase(settings, async (sql) => {
    const applied = await migrate(sql, { log: (message) => print(`${message}\n`), warn: note })
    return { applied, names: (await planMigrations(sql)).applied }
  })
  const schema = schemaOf(names)
  print(
    applied.length > 0
      ? `The database now has schema ${schema}, for release ${release.version}.\n`
      : `There was nothing to apply: the database has schema ${schema}, and this is release ${release.version}.\n`
  )
  return 0
}

type PlanCommand = Extract<Command, { command: 'plan' }>

async function plan(settings: Settings, { showsSql, setsCode }: PlanCommand): Promise<number> {
  const plan = await readPlan(settings)
  print(formatPlan(plan, { database: nameOf(settings), showsSql }))
  return setsCode && plan.pending.length > 0 ? 3 : 0
}

/** Reads the plan in a read-only transaction. An embedded database that doesn't exist isn't created. */
async function readPlan(settings: Settings) {
  if (!settings.databaseUrl && !hasEmbeddedDatabase(settings.dataDir)) return await planMigrations(undefined)
  return await withDatabase(settings, (sql) =>
    sql.begin(async (tx) => {
      await tx`set transaction read only`
      return await planMigrations(tx)
    })
  )
}

/** Names the database without its password. */
function nameOf({ databaseUrl, dataDir }: Settings): string {
  if (!databaseUrl) return `the embedded database in ${dataDir}`
  const [, hosts = '', name = ''] = /^[^:]+:\/\/(?:[^@/]*@)?([^/?]*)\/?([^?]*)/.exec(databaseUrl) ?? []
  return name ? `${decodeURIComponent(name)} on ${hosts}` : hosts
}

async function withDatabase<T>(settings: Settings, work: (sql: Sql) => Promise<T>): Promise<T> {
  const { databaseUrl, dataDir } = settings
  const embedded = databaseUrl ? undefined : await startEmbeddedDatabase(dataDir, { log: note })
  const sql = connect(databaseUrl ?? embedded?.url ?? '', { max: 3 })
  try {
    await requireServerVersion(sql)
    return await work(sql)
  } finally {
    await sql.end({ timeout: 5 })
    await embedded?.stop()
  }
}

/** Errors whose message is a sentence for the operator. */
const expectedErrors = [ConfigError, DatabaseStartError, MigrationError, ServerVersionError, UsageError]

/** Returns the message for an error. The message for an unexpected error is its stack trace. */
function explain(error: unknown): string {
  const { code, message, stack } = error as Error & { code?: unknown }
  if (expectedErrors.some((kind) => error instanceof kind)) return message
  if (typeof code === 'string' && /^(ECONN|ENOTFOUND|ETIMEDOUT|EAI_|CONNECT|28|3D|57P)/.test(code))
    return `The database cannot be reached: ${message || code}.`
  return stack ?? String(error)
}

try {
  process.loadEnvFile('.env')
} catch (error) {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
}

try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  note(explain(error))
  process.exitCode = error instanceof UsageError ? 2 : 1
}
