import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { Stop } from './stop.ts'

/** What is done with a row, in this order. */
export const stages = ['create', 'approve', 'verify'] as const
export type Stage = (typeof stages)[number]

export type Account = { email: string; password: string; passwordVariable: string }

export type Options = {
  /** An absolute path. */
  file: string
  /** Where the service is, without `/api/v1` or a trailing slash. */
  url: string
  vendor: Account
  operator: Account
  stages: Stage[]
  limit: number
  concurrency: number
  /** An absolute path; undefined: one of its own for each file and vendor. */
  journal: string | undefined
}

export const usage = `Loads products from a file into a running service, through its HTTP API.

  npm run load-catalog -- <file.ndjson> [options]

Each line of the file is one product as a JSON object:

  sku           text
  name          text
  description   text or null; may hold HTML
  brand         text or null
  categoryPath  names from the root down, such as ["Tools", "Wrenches"]; may be empty
  price         what the vendor asks: a number or decimal text

Other fields are left aside. Missing categories are made; products that are there already are left as they are.
Each product has one variant, with the product's SKU and name. Started again, it goes on where it stopped.

Options:
  --approve                  approve what was loaded, so that it shows on the storefront
  --verify                   read each product back and compare it with its row
  --url <url>                where the service is (default http://127.0.0.1:3000)
  --vendor-email <email>     who creates the products (default owner@harbor.test)
  --operator-email <email>   who makes categories and approves (default operator@purveyor.test)
  --limit <n>                the first n rows only
  --concurrency <n>          calls at a time, 1 to 64 (default 8)
  --journal <file>           where to note what is done (default: a file in .purveyor/load-catalog)
  --help                     this text

Passwords are read from VENDOR_PASSWORD and OPERATOR_PASSWORD; without them, those of the demo accounts are used.`

const demoPassword = 'purveyor-demo'
const maxConcurrency = 64

/**
 * Reads the command line, `'help'` where that is asked for. Paths are relative to `folder`. Throws a Stop that says
 * what is wrong.
 */
export function readOptions(args: string[], env: NodeJS.ProcessEnv, folder: string): Options | 'help' {
  const { values, positionals } = parse(args)
  if (values.help) return 'help'
  const [file, ...more] = positionals
  if (!file || more.length > 0) throw new Stop(`Name one file to load.\n\n${usage}`)
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
    throw new Stop(`${sentence}. See "npm run load-catalog -- --help".`)
  }
}

function readUrl(text: string): string {
  const url = URL.parse(text)
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.search || url.hash) {
    throw new Stop(`--url must be an http or https URL, not "${text}".`)
  }
  if (url.username || url.password) throw new Stop('--url may not hold a user name or password.')
  return url.href.replace(/\/+$/, '').replace(/\/api\/v1$/, '')
}

function account(email: string, passwordVariable: string, env: NodeJS.ProcessEnv): Account {
  return { email, passwordVariable, password: env[passwordVariable] || demoPassword }
}

function count(option: string, text: string, max = Number.MAX_SAFE_INTEGER): number {
  const number = /^\d{1,16}$/.test(text) ? Number(text) : 0
  if (number >= 1 && number <= max) return number
  const range = max === Number.MAX_SAFE_INTEGER ? 'of 1 or more' : `from 1 to ${max}`
  throw new Stop(`${option} must be a whole number ${range}, not "${text}".`)
}
