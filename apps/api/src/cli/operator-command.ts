import { isEmail } from '../modules/auth/schema.ts'
import { parseArguments, UsageError } from './run-command.ts'

export const operatorHelp = `Usage: npm run operator -- create --email <address> [--name <name>] [--password-stdin]
       npm run operator -- adopt-assets
       npm run operator -- copy-assets
       npm run operator -- rotate-secret
       npm run operator -- reencrypt

create
  Creates an operator: a member of the platform with the role OWNER, who can invite vendors and approve
  products.

  --email <address>   the email address to sign in with (required)
  --name <name>       the name of the operator (default: Operator)
  --password-stdin    read the password from standard input instead of prompting for it

  The password must have 12 to 128 characters. It isn't shown while you type it. If standard input isn't a
  terminal, the password is read from it without a prompt.

adopt-assets
  Makes the asset store of this command the one that every node of the database must use. The asset store is
  the bucket in ASSET_STORE, or the folder "assets" in DATA_DIR. Use it after the files were moved or lost,
  and stop every node first. When the service runs again, it deletes files in the store that are older than
  an hour and that the database doesn't refer to.

copy-assets
  Copies the files of the folder "assets" in DATA_DIR to the bucket in ASSET_STORE. Files that are already
  there are skipped, so you can repeat the command. It needs no database. Run adopt-assets afterwards.

rotate-secret
  Makes the JWT_SECRET that is set for this command the one that every node must have. Restart every node
  with it afterwards. Access tokens and cursors become invalid; refresh tokens stay valid. Use it if the old
  secret is lost or has leaked. Otherwise, follow the steps in docs/operations/secure.md, which keep all
  tokens valid.

reencrypt
  Encrypts the secrets and headers of webhooks with the first value of SECRETS_KEY, or of JWT_SECRET if
  SECRETS_KEY isn't set. Use it while you replace the key, before you remove the old value from the setting:
  see docs/operations/secure.md. The nodes can keep running.

These commands use the database at DATABASE_URL. If it isn't set, they use the embedded database in DATA_DIR.
--help prints this text.

Exit codes: 0 for success, 1 for an error, 2 for invalid arguments.
`

/** An error that the operator can correct. The message says how to correct it. */
export class OperatorError extends Error {}

/** Commands without options. */
const plainCommands = ['adopt-assets', 'copy-assets', 'rotate-secret', 'reencrypt'] as const

export type CreateCommand = { command: 'create'; email: string; name: string; passwordFromInput: boolean }
export type OperatorCommand = CreateCommand | { command: 'help' | (typeof plainCommands)[number] }

/** Parses the arguments. Throws a UsageError if they are invalid. */
export function readOperatorCommand(args: string[]): OperatorCommand {
  const { values, positionals } = parseArguments({
    args,
    allowPositionals: true,
    options: {
      email: { type: 'string' },
      name: { type: 'string' },
      'password-stdin': { type: 'boolean' },
      help: { type: 'boolean', short: 'h' }
    }
  })
  if (values.help) return { command: 'help' }
  const [command, ...rest] = positionals
  const plain = plainCommands.find((name) => name === command)
  if (rest.length === 0 && plain) {
    if (Object.keys(values).length > 0) throw new UsageError(`"${plain}" takes no options.`)
    return { command: plain }
  }
  if (rest.length > 0 || command !== 'create') {
    throw new UsageError(
      'Expected one command: create, adopt-assets, copy-assets, rotate-secret or reencrypt.'
    )
  }
  const email = values.email?.trim() ?? ''
  if (!email) throw new UsageError('The option --email <address> is required.')
  if (!isEmail(email)) {
    throw new UsageError(`--email must be an email address such as ana@example.com, not "${email}".`)
  }
  const name = values.name?.trim() ?? 'Operator'
  const length = [...name].length
  if (length < 1 || length > 255) throw new UsageError('--name must have 1 to 255 characters.')
  const passwordFromInput = values['password-stdin'] === true || !process.stdin.isTTY
  return { command, email, name, passwordFromInput }
}
