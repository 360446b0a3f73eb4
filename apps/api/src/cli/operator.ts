import { parseArgs } from 'node:util'
import { ConfigError, readConfig } from '../config.ts'
import { connect, type Sql } from '../db/connect.ts'
import { DatabaseStartError, startEmbeddedDatabase } from '../db/embedded.ts'
import { MigrationError, migrate } from '../db/migrate.ts'
import { Problem } from '../errors.ts'
import { recordEvent, systemOrigin } from '../events.ts'
import { createUser } from '../modules/auth/create-user.ts'
import { isEmail } from '../modules/auth/email.ts'
import { passwordFault } from '../modules/auth/passwords.ts'
import { askNewPassword, PasswordInputError, readPassword } from './ask-password.ts'

const help = `Usage: npm run operator -- create --email <address> [--name <name>] [--password-stdin]

Makes an operator: an OWNER of the platform, who can invite vendors and approve their products.

  --email <address>   the address to sign in with
  --name <name>       the operator's name; "Operator" unless given
  --password-stdin    read the password from standard input instead of asking for it
  --help              show this

The password has 12 to 128 characters. It is asked for without being shown, or read from standard input when that
is no terminal. The database is the one at DATABASE_URL, else the service's own in DATA_DIR.

Exit codes: 0 made, 1 not made, 2 wrong arguments.
`

/** What the caller can mend: the message says how. */
class OperatorError extends Error {
  readonly exitCode: number

  constructor(message: string, exitCode = 1) {
    super(message)
    this.exitCode = exitCode
  }
}

type Order = { email: string; name: string; passwordFromInput: boolean }

async function run(args: string[]): Promise<void> {
  const order = readOrder(args)
  if (!order) {
    process.stdout.write(help)
    return
  }
  const password = order.passwordFromInput
    ? await readPassword(process.stdin)
    : await askNewPassword({ input: process.stdin, output: process.stderr })
  const fault = passwordFault(password)
  if (fault) throw new OperatorError(`The password ${fault}.`)
  await withDatabase((sql) => createOperator(sql, { ...order, password }))
  process.stdout.write(`${order.email} can sign in as an operator now.\n`)
}

/** What is to be made; undefined when help is asked for. */
function readOrder(args: string[]): Order | undefined {
  const { values, positionals } = parse(args)
  if (values.help) return undefined
  if (positionals.length !== 1 || positionals[0] !== 'create') {
    throw new OperatorError('Say what to do: "npm run operator -- create --email <address>", or --help.', 2)
  }
  const email = values.email?.trim() ?? ''
  if (!email) throw new OperatorError('Say the address to sign in with: --email <address>.', 2)
  if (!isEmail(email)) throw new OperatorError(`"${email}" is not an email address.`, 2)
  const name = values.name?.trim() ?? 'Operator'
  const length = [...name].length
  if (length < 1 || length > 255) throw new OperatorError('The name must have 1 to 255 characters.', 2)
  return { email, name, passwordFromInput: values['password-stdin'] === true || !process.stdin.isTTY }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        email: { type: 'string' },
        name: { type: 'string' },
        'password-stdin': { type: 'boolean' },
        help: { type: 'boolean', short: 'h' }
      }
    })
  } catch (error) {
    throw new OperatorError(`${(error as Error).message.split('\n')[0]} See --help.`, 2)
  }
}

async function withDatabase(work: (sql: Sql) => Promise<void>): Promise<void> {
  const config = readConfig(process.env)
  const log = (message: string) => process.stderr.write(`${message}\n`)
  const embedded = config.databaseUrl ? undefined : await startEmbeddedDatabase(config.dataDir, { log })
  const sql = connect(config.databaseUrl ?? embedded?.url ?? '', { max: 1 })
  try {
    await migrate(sql)
    await work(sql)
  } finally {
    await sql.end({ timeout: 5 })
    await embedded?.stop()
  }
}

async function createOperator(
  sql: Sql,
  { email, name, password }: { email: string; name: string; password: string }
): Promise<void> {
  await sql.begin(async (tx) => {
    const id = await createUser(tx, {
      email,
      name,
      password,
      vendorId: null,
      isPlatform: true,
      role: 'OWNER'
    })
    await recordEvent(tx, systemOrigin, {
      type: 'member.created',
      vendorId: null,
      subject: { type: 'member', id },
      details: { role: 'OWNER' }
    })
  })
}

/** A sentence for what can be foreseen, with its exit code; anything else shows where it happened. */
function explain(error: unknown): { message: string; exitCode: number } {
  if (error instanceof OperatorError) return error
  if (error instanceof Problem && error.code === 'EMAIL_TAKEN') {
    return {
      message: 'An account with this email address exists already; it was left as it is.',
      exitCode: 1
    }
  }
  if (
    error instanceof ConfigError ||
    error instanceof DatabaseStartError ||
    error instanceof MigrationError
  ) {
    return { message: error.message, exitCode: 1 }
  }
  if (error instanceof PasswordInputError) return { message: error.message, exitCode: 1 }
  const { code, message } = error as { code?: unknown; message?: string }
  if (typeof code === 'string' && /^(ECONN|ENOTFOUND|ETIMEDOUT|EAI_|CONNECT|28|3D|57P)/.test(code)) {
    return { message: `The database cannot be reached: ${message || code}.`, exitCode: 1 }
  }
  return { message: error instanceof Error ? (error.stack ?? error.message) : String(error), exitCode: 1 }
}

try {
  process.loadEnvFile('.env')
} catch (error) {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
}

try {
  await run(process.argv.slice(2))
} catch (error) {
  const { message, exitCode } = explain(error)
  process.stderr.write(`${message}\n`)
  process.exitCode = exitCode
}
