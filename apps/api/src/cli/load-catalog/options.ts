import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { FatalError } from './errors.ts'

/** The stages of loading a row, in the order in which they run. */
export const stages = ['create', 'approve', 'verify'] as const
export type Stage = (typeof stages)[number]

export type Account = { email: string; password: string; passwordVariable: string }

export type Options = {
  /** The absolute path of the file to load. */
  file: string
  /** The URL of the service, without `/api/v1` or a trailing slash. */
  url: string
  vendor: Account
  operator: Account
  stages: Stage[]
  /** The maximum number of rows to load. Infinity if the option isn't set. */
  limit: number
  concurrency: number
  /**
   * The absolute path of the journal. If undefined, each combination of file and vendor has its own journal.
   */
  journal: string | undefined
}

export const usage = `Loads products from a file into a running service through its HTTP API.

  npm run load-catalog -- <file.ndjson> [options]

Each line of the file is a JSON object that describes one product:

  sku           a string
  name          a string
  description   a string or null; may contain HTML
  brand         a string or null
  categoryPath  an array of category names from the root down, such as ["Tools", "Wrenches"]; may be empty
  price         the vendor's price: a number, or a string such as "12.50"

Other fields are ignored. Missing categories are created. Products that already exist are not changed. Each
product gets one variant with the product's SKU and name. If a run was interrupted, the next one continues where
it stopped.

Options:
  --approve                  approve the products, so that they appear on the storefront
  --verify                   read each product back and compare it with its row
  --url <url>                the URL of the service (default http://127.0.0.1:3000)
  --vendor-email <email>     the account that creates products (default owner@harbor.test)
  --operator-email <email>   the account that creates categories and approves (default operator@purveyor.test)
  --limit <n>                load only the first n rows
  --concurrency <n>          the number of parallel requests, 1 to 64 (default 8)
  --journal <file>           the file that records progress (default: a file in .purveyor/load-catalog)
  --help                     print this text

Passwords are read from the environment variables VENDOR_PASSWORD and OPERATOR_PASSWORD. If they aren't set,
the passwords of the demo accounts are used.`

const demoPassword = 'purveyor-demo'
const maxConcurrency = 64

/**
 * Parses the command line. Returns 'help' for `--help`. Relative paths are resolved against `folder`. Throws
 * a FatalError if the arguments are invalid.
 */
export function readOptions(args: string[], env: NodeJS.ProcessEnv, folder: string): Options | 'help' {
  const { values, positionals } = parse(args)
  if (values.help) return 'help'
  const [file, ...more] = positionals
  if (!file || more.length > 0) throw new FatalError(`Exactly one file is required.\n\n${usage}`)
  return {
    file: resolve(folder, file),
    url: readUrl(values.url),
    vendor: account(values['vendor-email'], 'VENDOR_PASSWORD', env),
    operator: account(values['operator-email'], 'OPERATOR_PASSWORD', env),
    stages: stages.filter((stage) => stage === 'create' || values[stage]),
    limit: values.limit === undefined ? Number.POSITIVE_INFINITY : count('--limit', values.limit),
    concurrency: count('--concurrency', values.concurrency, maxConcurrency),
    journal: values.journal === undefined ? undefined : resolve(folder, values.journal)
  }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        approve: { type: 'boolean' },
        verify: { type: 'boolean' },
        url: { type: 'string', default: 'http://127.0.0.1:3000' },
        'vendor-email': { type: 'string', default: 'owner@harbor.test' },
        'operator-email': { type: 'string', default: 'operator@purveyor.test' },
        limit: { type: 'string' },
        concurrency: { type: 'string', default: '8' },
        journal: { type: 'string' },
        help: { type: 'boolean' }
      }
    })
  } catch (error) {
    const [sentence] = (error as Error).message.split('. ')
    throw new FatalError(`${sentence}. See "npm run load-catalog -- --help".`)
  }
}

function readUrl(text: string): string {
  const url = URL.parse(text)
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.search || url.hash) {
    throw new FatalError(`--url must be an http or https URL such as http://127.0.0.1:3000, not "${text}".`)
  }
  if (url.username || url.password) throw new FatalError('--url must not contain a user name or password.')
  return url.href.replace(/\/+$/, '').replace(/\/api\/v1$/, '')
}

function account(email: string, passwordVariable: string, env: NodeJS.ProcessEnv): Account {
  return { email, passwordVariable, password: env[passwordVariable] || demoPassword }
}

function count(option: string, text: string, max = Number.MAX_SAFE_INTEGER): number {
  const number = /^\d{1,16}$/.test(text) ? Number(text) : 0
  if (number >= 1 && number <= max) return number
  const range = max === Number.MAX_SAFE_INTEGER ? 'of 1 or more' : `from 1 to ${max}`
  throw new FatalError(`${option} must be a whole number ${range}, not "${text}".`)
}
