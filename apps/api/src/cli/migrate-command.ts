import { relative } from 'node:path'
import type { FunctionFile } from '../db/migrate/function-files.ts'
import type { MigrationPlan } from '../db/migrate/migrate.ts'
import { type Migration, migrationsFolder } from '../db/migrate/migration-files.ts'
import { release } from '../lib/release.ts'
import { parseArguments, UsageError } from './run-command.ts'

export const migrateHelp = `Usage: npm run migrate
       npm run migrate -- --plan [--sql] [--exit-code]

Applies the migrations of this release that the database doesn't have yet, creates or replaces its functions
whose files are new or have changed, and ends. Processes of the service do the same when they start, unless
MIGRATE_AT_START=off.

  --plan        show what would be applied, without changing anything
  --sql         with --plan: also show the SQL
  --exit-code   with --plan: exit with 3 if there is something to apply

The command uses the database at DATABASE_URL. If it isn't set, it uses the embedded database in DATA_DIR.
--help prints this text.

Exit codes: 0 for success, 1 for an error, 2 for invalid arguments, 3 see --exit-code.
`

export type MigrateCommand =
  | { command: 'help' | 'apply' }
  | { command: 'plan'; showsSql: boolean; setsCode: boolean }

/** Parses the arguments. Throws a UsageError if they are invalid. */
export function readMigrateCommand(args: string[]): MigrateCommand {
  const { values } = parseArguments({
    args,
    options: {
      plan: { type: 'boolean' },
      sql: { type: 'boolean' },
      'exit-code': { type: 'boolean' },
      help: { type: 'boolean', short: 'h' }
    }
  })
  const { plan, sql, 'exit-code': code, help } = values
  if (help) return { command: 'help' }
  if (!plan && (sql || code)) throw new UsageError('--sql and --exit-code can only be used with --plan.')
  return plan ? { command: 'plan', showsSql: sql === true, setsCode: code === true } : { command: 'apply' }
}

/** Returns the number of a migration, such as 0020, or "none". */
export function schemaOf(names: string[]): string {
  return names.at(-1)?.slice(0, 4) ?? 'none'
}

/** Returns the text that `--plan` prints. `database` names the database. */
export function formatPlan(
  { applied, pending, functions, newer }: MigrationPlan,
  { database, showsSql }: { database: string; showsSql: boolean }
): string {
  const after = schemaOf([...applied, ...pending.map(({ name }) => name)])
  const head = [
    `Release       ${release.version}`,
    `Database      ${database}`,
    `Schema now    ${schemaOf(applied)}${applied.length === 0 ? ', the database is empty' : ''}`,
    `Schema after  ${after}`
  ].join('\n')
  const parts = [head, ...newerNote(newer), ...body(pending, functions, showsSql)]
  return `${parts.join('\n\n')}\n`
}

function newerNote(newer: string[]): string[] {
  if (newer.length === 0) return []
  return [`This release works with the database, although a newer release has applied ${newer.join(', ')}.`]
}

function body(pending: Migration[], functions: FunctionFile[], showsSql: boolean): string[] {
  if (pending.length + functions.length === 0) return ['There is nothing to apply.']
  return [
    ...(pending.length > 0 ? [`${count(pending, 'migration')} would be applied:`] : []),
    ...pending.map((migration) => formatMigration(migration, showsSql)),
    ...(functions.length > 0 ? [`${count(functions, 'function')} would be created or replaced:`] : []),
    ...formatFunctions(functions, showsSql),
    ...contractNote(pending),
    `Nothing was changed. To apply, run "npm run migrate".${showsSql ? '' : ' For the SQL, add --sql.'}`
  ]
}

function count(files: unknown[], kind: string): string {
  return files.length === 1 ? `One ${kind}` : `${files.length} ${kind}s`
}

/** Returns the texts of the functions, or their paths as one part. */
function formatFunctions(functions: FunctionFile[], showsSql: boolean): string[] {
  if (showsSql) return functions.map(({ name, text }) => [`  ${name}`, '', indent(text)].join('\n'))
  if (functions.length === 0) return []
  return [functions.map(({ path }) => `  ${relative(process.cwd(), path)}`).join('\n')]
}

function formatMigration(migration: Migration, showsSql: boolean): string {
  const { name, text, description } = migration
  const kind = kindOf(migration)
  const lines = text.trimEnd().split('\n')
  const path = relative(process.cwd(), `${migrationsFolder}/${name}`)
  const title = `  ${name.replace(/\.sql$/, '')}  (${kind})`
  if (!showsSql) return [title, wrap(description), `    ${path}, ${lines.length} lines`].join('\n')
  return [title, '', indent(text)].join('\n')
}

function indent(text: string): string {
  const lines = text.trimEnd().split('\n')
  return lines.map((line) => `    ${line}`.trimEnd()).join('\n')
}

function kindOf({ needsRelease, concurrentIndex }: Migration): string {
  const kind = needsRelease === null ? 'expand' : `contract, needs release ${needsRelease}`
  return concurrentIndex ? `${kind}, not in a transaction` : kind
}

/** Breaks a text into indented lines of at most 100 characters. */
function wrap(text: string): string {
  return text.replace(/(.{1,96})(?:\s+|$)/g, '    $1\n').trimEnd()
}

/** A contract migration breaks nodes of older releases that are still running. */
function contractNote(pending: Migration[]): string[] {
  const needed = pending.findLast(({ needsRelease }) => needsRelease !== null)?.needsRelease
  if (!needed) return []
  return [`Before you apply a contract migration, every node must run release ${needed} or a later one.`]
}
