import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { scenarioNames } from './scenarios/names.ts'

/** What a run measures and how long. */
export type Options = {
  /** Names of scenarios; empty: all but those that run only when asked for. */
  scenarios: string[]
  /** Products of the large vendor; the other 199 vendors share as many again. */
  products: number
  /** Orders of the large vendor; the others share as many again. */
  orders: number
  rounds: number
  /** How long a timed sample takes. */
  seconds: number
  /** Items of a bulk upload, of a bulk update, and lines of the memory measurement. */
  uploadSizes: number[]
  updateSizes: number[]
  memoryLines: number
  /** Products and orders of the large vendor in each database of the growth measurement. */
  growthSizes: number[]
  /** Callers at once, step by step, of the overload measurement. */
  loads: number[]
  /** The body that is taken in while the service's delay is watched. */
  delayBytes: number
  /** The folder for the result files. */
  out: string
}

export const defaults: Options = {
  scenarios: [],
  products: 10_000,
  orders: 10_000,
  rounds: 5,
  seconds: 4,
  uploadSizes: [1000, 10_000, 100_000],
  updateSizes: [1000, 10_000, 50_000],
  memoryLines: 1_000_000,
  growthSizes: [10_000, 100_000],
  loads: [8, 16, 32, 64, 128, 256, 512],
  delayBytes: 63 * 1024 * 1024,
  out: join(import.meta.dirname, 'results')
}

export const usage = `npm run bench [-- scenarios] [options]

  --products=10000   products of the large vendor: 10000, 100000, 1000000
  --orders=10000     orders of the large vendor: 10000, 1000000
  --rounds=5         rounds of floor and service in turn
  --seconds=4        length of a timed sample
  --sizes=1000,…     sizes of bulk uploads and updates, in place of their own
  --lines=1000000    lines of bulk-memory
  --growth=10000,…   sizes of growth: 10000,100000 unless given; with 1000000 it takes an hour
  --out=bench/results

Scenarios: ${scenarioNames.join(', ')}.
bulk-memory runs only when it is named.`

/** Arguments that cannot be used; the message is for the terminal. */
export class OptionsError extends Error {}

/** Reads the command line. Throws an OptionsError, whose message holds the usage. */
export function readOptions(args: string[]): Options {
  const { values, positionals } = parse(args)
  const unknown = positionals.filter((name) => !scenarioNames.some((known) => known === name))
  if (unknown.length > 0) throw new OptionsError(`No such scenario: ${unknown.join(', ')}.\n\n${usage}`)
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
        ...{ sizes: text, lines: text, growth: text, out: text }
      }
    })
  } catch (error) {
    throw new OptionsError(`${(error as Error).message}\n\n${usage}`)
  }
}

function positive(name: string, text: string): number {
  const value = Number(text)
  if (!(value > 0 && value <= 10_000_000))
    throw new OptionsError(`${name}: ${text} is no positive number.\n\n${usage}`)
  return value
}
