import { assetLocationOf } from '../assets/asset-location.ts'
import { copyFiles } from '../assets/copy-files.ts'
import { diskLocation } from '../assets/disk-location.ts'
import { assetFolderOf, type Config, loadOrCreateSecret, readConfig } from '../config.ts'
import type { Sql } from '../db/connect.ts'
import { migrate, requireMigrated } from '../db/migrate/migrate.ts'
import { Problem } from '../errors.ts'
import { recordEvent, systemOrigin } from '../events.ts'
import { InstallationError, rotateSecret } from '../installation/check-secret.ts'
import { adoptAssetStore } from '../installation/claim-asset-store.ts'
import { createEncryption } from '../lib/encryption.ts'
import { splitSecret } from '../lib/secrets.ts'
import { createUser } from '../modules/auth/sign-in/accounts.ts'
import { passwordProblem } from '../modules/auth/sign-in/passwords.ts'
import { reencryptWebhooks } from '../modules/webhooks/reencrypt.ts'
import { askNewPassword, PasswordInputError, readPassword } from './ask-password.ts'
import { note, withDatabase } from './command-database.ts'
import { type CreateCommand, OperatorError, operatorHelp, readOperatorCommand } from './operator-command.ts'
import { runCommand } from './run-command.ts'

/** Runs the command in the arguments and returns the text to print. */
async function run(args: string[]): Promise<string> {
  const command = readOperatorCommand(args)
  switch (command.command) {
    case 'help':
      return operatorHelp
    case 'create':
      return await create(command)
    case 'adopt-assets':
      return await withMigrated(adoptAssets)
    case 'copy-assets':
      return await copyAssets(readConfig(process.env))
    case 'rotate-secret':
      return await rotate()
    case 'reencrypt':
      return await withMigrated(reencrypt)
  }
}

async function create(command: CreateCommand): Promise<string> {
  const password = command.passwordFromInput
    ? await readPassword(process.stdin)
    : await askNewPassword({ input: process.stdin, output: process.stderr })
  const fault = passwordProblem(password)
  if (fault) throw new OperatorError(`The password ${fault}.`)
  await withMigrated((sql) => createOperator(sql, { ...command, password })).catch(explainTaken)
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
      details: { name, role: 'OWNER' }
    })
  })
}

function explainTaken(error: Error): never {
  if (!(error instanceof Problem && error.code === 'EMAIL_TAKEN')) throw error
  throw new OperatorError('An account with this email address already exists. It was not changed.')
}

async function adoptAssets(sql: Sql, config: Config): Promise<string> {
  const location = await assetLocationOf(config)
  const { name } = location
  if (!(await adoptAssetStore(sql, location))) return `The ${name} already belongs to this database.\n`
  return `The ${name} now belongs to this database. Nodes with another asset store refuse to start.\n`
}

async function copyAssets(config: Config): Promise<string> {
  if (!config.assetBucket) throw new OperatorError('Set ASSET_STORE to the bucket to copy the assets to.')
  const [from, to] = [diskLocation(assetFolderOf(config)), await assetLocationOf(config)]
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
  const isNew = await withMigrated((sql) => rotateSecret(sql, splitSecret(jwt)))
  if (!isNew) return 'This JWT_SECRET is already the one that every node must have.\n'
  return 'Every node must now have this JWT_SECRET. Restart every node with it.\n'
}

async function reencrypt(sql: Sql, { secrets, dataDir }: Config): Promise<string> {
  const secret = secrets.encryption ?? secrets.jwt ?? (await loadOrCreateSecret(dataDir))
  const { reencrypted, unreadable } = await reencryptWebhooks(sql, createEncryption(splitSecret(secret)))
  if (unreadable > 0) {
    throw new OperatorError(
      `Webhooks whose secrets are now encrypted with the first value: ${reencrypted}. Webhooks whose secrets can't be ` +
        `decrypted with any value: ${unreadable}. Run the command with the value that encrypted them, or rotate their ` +
        'secrets.'
    )
  }
  return `Webhooks whose secrets are now encrypted with the first value: ${reencrypted}.\n`
}

async function withMigrated<T>(work: (sql: Sql, config: Config) => Promise<T>): Promise<T> {
  const config = readConfig(process.env)
  return await withDatabase(config, async (sql) => {
    if (config.migrateAtStart) await migrate(sql, { warn: note })
    else await requireMigrated(sql)
    return await work(sql, config)
  })
}

await runCommand([OperatorError, InstallationError, PasswordInputError], run)
