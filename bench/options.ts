import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { scenarioNames } from './scenarios/names.ts'

/** The settings of a run. */
export type Options = {
  /** Names of scenarios. If empty, all except those that run only when they are named. */
  scenarios: string[]
  /** Products of the large vendor. The other 199 vendors have the same number in total. */
  products: number
  /** Orders of the large vendor. The other vendors have the same number in total. */
  orders: number
  rounds: number
  /** Duration of a timed sample. */
  seconds: number
  /** Numbers of items in bulk uploads and bulk updates, and of lines in `bulk-memory`. */
  uploadSizes: number[]
  updateSizes: number[]
  memoryLines: number
  /** Products and orders of the large vendor in each database of `growth`. */
  growthSizes: number[]
  /** Products in the moderation queue of `decisions` and of `review-queue`. */
  decisions: number
  queueSize: number
  /** Items with an image in each upload of `image-import`. */
  imageItems: number
  /** Webhooks of `webhooks`, deliveries of a sample and of the burst, and webhooks that have nothing to deliver. */
  webhooks: number
  deliveries: number
  burst: number
  idleWebhooks: number
  /** Duration of `long-updates`. */
  updateMinutes: number
  /** Scenarios that would start later than this are omitted. */
  maxMinutes: number
  /** Numbers of concurrent callers in the steps of `overload` and `mixed-load`. */
  loads: number[]
  /** Size of the upload during which `bulk-upload` measures the latency of other requests. */
  delayBytes: number
  /** The folder for the result files. */
  out: string
}

export const defaults: Options = {
  scenarios: [],
  products: 10_000,
  orders: 10_000,
  rounds: 3,
  seconds: 3,
  uploadSizes: [1000, 10_000],
  updateSizes: [1000, 10_000],
  memoryLines: 1_000_000,
  growthSizes: [10_000, 100_000],
  decisions: 10_000,
  queueSize: 100_000,
  imageItems: 200,
  webhooks: 1000,
  deliveries: 20_000,
  burst: 100_000,
  idleWebhooks: 10_000,
  updateMinutes: 2,
  maxMinutes: 45,
  loads: [8, 16, 32, 64, 128, 256, 512],
  delayBytes: 63 * 1024 * 1024,
  out: join(import.meta.dirname, 'results')
}

export const usage = `npm run bench [-- scenarios] [options]

  --products=10000     products of the large vendor, such as 10000, 100000 or 1000000
  --orders=10000       orders of the large vendor, such as 10000 or 1000000
  --rounds=3           rounds; each measures the floor, then the service
  --seconds=3          duration of a timed sample
  --sizes=1000,…       numbers of items in bulk uploads and updates (default: 1000,10000)
  --lines=1000000      lines of the upload of bulk-memory
  --growth=10000,…     database sizes of growth (default: 10000,100000); 1000000 takes an hour
  --queue=100000       entries in the queue of review-queue, such as 1000000
  --minutes=2          duration of long-updates, such as 60
  --max-minutes=45     scenarios that would start later are omitted
  --out=bench/results  folder for the result files

Scenarios: ${scenarioNames.join(', ')}.
attribute-checks, bulk-memory, console, console-catalog, overload-proxy and storefront-lists run only if you name
them.`

/** Invalid command-line arguments. The message is written for the user. */
export class OptionsError extends Error {}

/** Parses the command line. Throws an `OptionsError`, whose message includes the usage. */
export function readOptions(args: string[]): Options {
  const { values, positionals } = parse(args)
  const unknown = positionals.filter((name) => !scenarioNames.some((known) => known === name))
  if (unknown.length > 0) throw new OptionsError(`Unknown scenario: ${unknown.join(', ')}.\n\n${usage}`)
  const sizes = values.sizes?.split(',').map((size) => positive('--sizes', size))
  const growth = values.growth?.split(',').map((size) => positive('--growth', size))
  return {
    ...defaults,
    scenarios: positionals,
    products: positive('--products', values.products ?? String(defaults.products)),
    orders: positive('--orders', values.orders ?? String(defaults.orders)),
    rounds: positive('--rounds', values.rounds ?? String(defaults.rounds)),
    seconds: positive('--seconds', values.seconds ?? String(defaults.seconds)),
    ...(growth && { growthSizes: growth }),
    ...(sizes && { uploadSizes: sizes, updateSizes: sizes.filter((size) => size <= 50_000) }),
    memoryLines: positive('--lines', values.lines ?? String(defaults.memoryLines)),
    queueSize: positive('--queue', values.queue ?? String(defaults.queueSize)),
    updateMinutes: positive('--minutes', values.minutes ?? String(defaults.updateMinutes)),
    maxMinutes: positive('--max-minutes', values['max-minutes'] ?? String(defaults.maxMinutes)),
    out: values.out === undefined ? defaults.out : resolve(values.out)
  }
}

function parse(args: string[]) {
  const text = { type: 'string' } as const
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        ...{ products: text, orders: text, rounds: text, seconds: text },
        ...{
          sizes: text,
          lines: text,
          growth: text,
          queue: text,
          minutes: text,
          'max-minutes': text,
          out: text
        }
      }
    })
  } catch (error) {
    throw new OptionsError(`${(error as Error).message}\n\n${usage}`)
  }
}

function positive(name: string, text: string): number {
  const value = Number(text)
  if (!(value > 0 && value <= 10_000_000))
    throw new OptionsError(`${name} must be a number above 0 and at most 10000000, not ${text}.\n\n${usage}`)
  return value
}
