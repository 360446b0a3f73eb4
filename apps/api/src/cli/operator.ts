import { assetLocationOf } from '../assets/asset-location.ts'
import { copyFiles } from '../assets/copy-files.ts'
import { diskLocation } from '../assets/disk-location.ts'
import { assetFolderOf, type Config, ConfigError, readConfig } from '../config.ts'
import { connect, type Sql } from '../db/connect.ts'
import { DatabaseStartError, startEmbeddedDatabase } from '../db/embedded.ts'
import { MigrationError, migrate, requireMigrated } from '../db/migrate.ts'
import { requireServerVersion, ServerVersionError } from '../db/server-version.ts'
import { Problem } from '../errors.ts'
import { recordEvent, systemOrigin } from '../events.ts'
import { InstallationError, rotateSecret } from '../installation/check-secret.ts'
import { adoptAssetStore } from '../installation/claim-asset-store.ts'
import { splitSecret } from '../lib/secrets.ts'
import { createUser } from '../modules/auth/accounts.ts'
import { passwordProblem } from '../modules/auth/passwords.ts'
import { askNewPassword, PasswordInputError, readPassword } from './ask-password.ts'
import { type CreateCommand, help, OperatorError, readCommand } from './operator-command.ts'

/** Runs the command in the arguments and returns the text to print. */
async function run(args: string[]): Promise<string> {
  const command = readCommand(args)
  switch (command.command) {
    case 'help':
      return help
    case 'create':
      return await create(command)
    case 'adopt-assets':
      return await withDatabase(adoptAssets)
    case 'copy-assets':
      return await copyAssets(readConfig(process.env))
    case 'rotate-secret':
      return await rotate()
  }
}

async function create(command: CreateCommand): Promise<string> {
  const password = command.passwordFromInput
    ? await readPassword(process.stdin)
    : await askNewPassword({ input: process.stdin, output: process.stderr })
  const fault = passwordProblem(password)
  if (fault) throw new OperatorError(`The password ${fault}.`)
  await withDatabase((sql) => createOperator(sql, { ...command, password }))
  return `${command.email} can now sign in as an operator.\n`
}

/** Creates an account with the role OWNER on the platform. Throws a Problem if the email address is taken. */
async function createOperator(
  sql: Sql,
  { email, name, password }: { email: string; name: string; password: string }
): Promise<void> {
  await sql.begin(async (tx) => {
    const account = { email, name, password, vendorId: null, isPlatform: true, role: 'OWNER' } as const
    const id = await createUser(tx, account)
    await recordEvent(tx, systemOrigin, {
      type: 'member.created',
      vendorId: null,
      subject: { type: 'member', id },
      details: { role: 'OWNER' }
    })
  })
}

async function adoptAssets(sql: Sql, config: Config): Promise<string> {
  const location = assetLocationOf(config)
  const { name } = location
  if (!(await adoptAssetStore(sql, location))) return `The ${name} already belongs to this database.\n`
  return `The ${name} now belongs to this database. Nodes with another asset store refuse to start.\n`
}

async function copyAssets(config: Config): Promise<string> {
  if (!config.assetBucket) throw new OperatorError('Set ASSET_STORE to the bucket to copy the assets to.')
  const [from, to] = [diskLocation(assetFolderOf(config)), assetLocationOf(config)]
  try {
    await to.ids.read()
    const { copied, skipped } = await copyFiles(from.store, to.store)
    const names = `from the ${from.name} to the ${to.name}`
    return `Files copied ${names}: ${copied}. Files that were already there: ${skipped}.\n`
  } catch (error) {
    const explanation = from.explain(error) ?? to.explain(error)
    throw explanation === undefined ? error : new OperatorError(explanation)
  }
}

async function rotate(): Promise<string> {
  const { databaseUrl, secrets } = readConfig(process.env)
  const { jwt } = secrets
  if (databaseUrl === undefined || jwt === undefined) {
    throw new OperatorError(
      'Set DATABASE_URL to the database that the nodes share, and JWT_SECRET to the new secret.'
    )
  }
  const isNew = await withDatabase((sql) => rotateSecret(sql, splitSecret(jwt)))
  if (!isNew) return 'This JWT_SECRET is already the one that every node must have.\n'
  return 'Every node must now have this JWT_SECRET. Restart every node with it.\n'
}

async function withDatabase<T>(work: (sql: Sql, config: Config) => Promise<T>): Promise<T> {
  const config = readConfig(process.env)
  const log = (message: string) => process.stderr.write(`${message}\n`)
  const embedded = config.databaseUrl ? undefined : await startEmbeddedDatabase(config.dataDir, { log })
  const sql = connect(config.databaseUrl ?? embedded?.url ?? '', { max: 3 })
  try {
    await requireServerVersion(sql)
    if (config.migrateAtStart) await migrate(sql, { warn: log })
    else await requireMigrated(sql)
    return await work(sql, config)
  } finally {
    await sql.end({ timeout: 5 })
    await embedded?.stop()
  }
}

/** Errors whose message is a sentence for the operator. */
const expectedErrors = [
  ConfigError,
  DatabaseStartError,
  InstallationError,
  MigrationError,
  PasswordInputError,
  ServerVersionError
]

/** Returns the message and exit code for an error. The message for an unexpected error is its stack trace. */
function explain(error: unknown): { message: string; exitCode: number } {
  if (error instanceof OperatorError) return error
  const { code, message, stack } = error as Error & { code?: unknown }
  if (error instanceof Problem && code === 'EMAIL_TAKEN') {
    return {
      message: 'An account with this email address already exists. It was not changed.',
      exitCode: 1
    }
  }
  if (expectedErrors.some((kind) => error instanceof kind)) return { message, exitCode: 1 }
  if (typeof code === 'string' && /^(ECONN|ENOTFOUND|ETIMEDOUT|EAI_|CONNECT|28|3D|57P)/.test(code)) {
    return { message: `The database cannot be reached: ${message || code}.`, exitCode: 1 }
  }
  return { message: stack ?? String(error), exitCode: 1 }
}

try {
  process.loadEnvFile('.env')
} catch (error) {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
}

try {
  process.stdout.write(await run(process.argv.slice(2)))
} catch (error) {
  const { message, exitCode } = explain(error)
  process.stderr.write(`${message}\n`)
  process.exitCode = exitCode
}
