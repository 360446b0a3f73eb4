import { parseArgs } from 'node:util'
import { isEmail } from '../modules/auth/schema.ts'

export const help = `Usage: npm run operator -- create --email <address> [--name <name>] [--password-stdin]
       npm run operator -- adopt-assets
       npm run operator -- rotate-secret

create makes an operator: an OWNER of the platform, who can invite vendors and approve their products.

  --email <address>   the address to sign in with
  --name <name>       the operator's name; "Operator" unless given
  --password-stdin    read the password from standard input instead of asking for it

The password has 12 to 128 characters. It is asked for without being shown, or read from standard input when that
is no terminal.

adopt-assets makes the folder "assets" in DATA_DIR the one of the database, after its files were moved or lost. Stop
every node first. Files in it that the database does not refer to are removed by the service after an hour.

rotate-secret makes JWT_SECRET, as it is set for this command, the one that every node must have. Restart every node
with it afterwards: sessions go on by their refresh tokens.

The database is the one at DATABASE_URL, else the service's own in DATA_DIR. --help shows this.

Exit codes: 0 done, 1 not done, 2 wrong arguments.
`

/** A fault that the caller can correct: the message says how. */
export class OperatorError extends Error {
  readonly exitCode: number

  constructor(message: string, exitCode = 1) {
    super(message)
    this.exitCode = exitCode
  }
}

export type CreateOrder = { command: 'create'; email: string; name: string; passwordFromInput: boolean }
export type Order = CreateOrder | { command: 'help' | 'adopt-assets' | 'rotate-secret' }

/** Reads the arguments. Throws an OperatorError with exit code 2 for wrong ones. */
export function readOrder(args: string[]): Order {
  const { values, positionals } = parse(args)
  if (values.help) return { command: 'help' }
  const [command, ...rest] = positionals
  if (rest.length === 0 && (command === 'adopt-assets' || command === 'rotate-secret')) {
    if (Object.keys(values).length > 0)
      throw new OperatorError(`"${command}" takes no options. See --help.`, 2)
    return { command }
  }
  if (rest.length > 0 || command !== 'create') {
    throw new OperatorError('Say what to do: "npm run operator -- create --email <address>", or --help.', 2)
  }
  const email = values.email?.trim() ?? ''
  if (!email) throw new OperatorError('Say the address to sign in with: --email <address>.', 2)
  if (!isEmail(email)) throw new OperatorError(`"${email}" is not an email address.`, 2)
  const name = values.name?.trim() ?? 'Operator'
  const length = [...name].length
  if (length < 1 || length > 255) throw new OperatorError('The name must have 1 to 255 characters.', 2)
  const passwordFromInput = values['password-stdin'] === true || !process.stdin.isTTY
  return { command, email, name, passwordFromInput }
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
