import { readDatabaseConfig } from '../config.ts'
import { hasEmbeddedDatabase } from '../db/driver/embedded.ts'
import { migrate, planMigrations } from '../db/migrate/migrate.ts'
import { release } from '../lib/release.ts'
import { note, withDatabase } from './command-database.ts'
import {
  formatPlan,
  type MigrateCommand,
  migrateHelp,
  readMigrateCommand,
  schemaOf
} from './migrate-command.ts'
import { runCommand } from './run-command.ts'

type Settings = ReturnType<typeof readDatabaseConfig>

/** Runs the command in the arguments. Returns the text to print, and the exit code if it isn't 0. */
async function run(args: string[]) {
  const command = readMigrateCommand(args)
  if (command.command === 'help') return migrateHelp
  const settings = readDatabaseConfig(process.env)
  return command.command === 'plan' ? await plan(settings, command) : await apply(settings)
}

async function apply(settings: Settings): Promise<string> {
  const log = (message: string) => void process.stdout.write(`${message}\n`)
  const { applied, names } = await withDatabase(settings, async (sql) => {
    const applied = await migrate(sql, { log, warn: note })
    return { applied, names: (await planMigrations(sql)).applied }
  })
  const schema = schemaOf(names)
  return applied.length > 0
    ? `The database now has schema ${schema}, for release ${release.version}.\n`
    : `There was nothing to apply: the database has schema ${schema}, and this is release ${release.version}.\n`
}

type PlanCommand = Extract<MigrateCommand, { command: 'plan' }>

async function plan(settings: Settings, { showsSql, setsCode }: PlanCommand) {
  const plan = await readPlan(settings)
  const text = formatPlan(plan, { database: nameOf(settings), showsSql })
  return { text, exitCode: setsCode && plan.pending.length + plan.functions.length > 0 ? 3 : 0 }
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

await runCommand([], run)
