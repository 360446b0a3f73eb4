// Sends statements and transactions to the hosts of a URL while they are cut. `chaos.ts` runs this program, with its
// settings as JSON in the first argument. Prints the tally as JSON.
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '../src/db/connect.ts'
import { createPrimary } from '../src/db/driver/primary.ts'
import { NoPrimary } from '../src/db/driver/probe.ts'
import { watchPrimary } from '../src/db/driver/watch-primary.ts'
import type { Log } from '../src/lib/log.ts'
import type { ChaosResult, ChaosSettings } from './chaos.ts'
import { checkedStatements, countUnhandled, createTally } from './checked-statements.ts'
import { openPool } from './driver-handles.ts'
import { openLedger, ownCode, type Sending } from './ledger.ts'

const workers = 30
/** Longer than any statement of the load needs on a busy machine. */
const limitMs = 20_000

const settings: ChaosSettings = JSON.parse(process.argv[2] ?? '')
const tally = createTally()
countUnhandled(tally)
const log: Log = { info() {}, warn() {}, error() {}, child: () => log }
const admin = connect(settings.directUrl, { max: 2 })
const primary = createPrimary(settings.url)
const watch = settings.isWatched ? await watchAvailable() : undefined
const pool = openPool('pool', primary, 6)
const reads = openPool('reads', primary)
const checked = checkedStatements(tally, { limitMs })
const ledger = await openLedger(admin, tally)
let transactions = 0

/** Watches the primary server. Tries again if the connections to all hosts were cut before one was found. */
async function watchAvailable(): Promise<{ stop(): Promise<void> }> {
  for (const started = performance.now(); ; await sleep(50)) {
    try {
      return await watchPrimary(primary, log)
    } catch (error) {
      if (!(error instanceof NoPrimary) || performance.now() - started > limitMs) throw error
    }
  }
}

const pick = <T>(...values: [T, ...T[]]): T => values[Math.floor(Math.random() * values.length)] ?? values[0]

async function select(): Promise<void> {
  const sql = pick(pool, reads)
  if (Math.random() < 0.12) return await checked.failingSelect(sql, { rows: pick(0, 3) })
  await checked.select(sql, { rows: pick(1, 1, 1, 4), size: pick(0, 0, 300, 3500) })
}

async function transaction(): Promise<void> {
  transactions++
  const fails = pick(undefined, undefined, undefined, 'statement' as const, 'callback' as const)
  const plan = { sending: pick<Sending>('one by one', 'pipelined', 'tolerant'), ...(fails && { fails }) }
  const { id, work } = ledger.write(plan)
  const code = ownCode(plan)
  ledger.ended(id, await checked.transaction(pool, work, { ...(code && { ownCode: code }) }))
}

async function work(number: number, until: number): Promise<void> {
  while (performance.now() < until) {
    await (number % 3 === 0 ? transaction() : select())
    if (Math.random() < 0.3) await sleep(Math.random() * 20)
  }
}

const until = performance.now() + settings.seconds * 1000
await Promise.all(Array.from({ length: workers }, (_, number) => work(number, until)))
process.send?.('stop cutting')
await sleep(2000)
const duringCuts = { ...tally }
await Promise.all(Array.from({ length: workers * 2 }, (_, number) => (number % 2 ? select() : transaction())))
await ledger.verify()
const { notes, ...numbers } = tally
const result: ChaosResult = {
  tally: numbers,
  notes: Object.fromEntries(notes),
  transactions,
  lostAfterwards: tally.lost - duringCuts.lost
}
await new Promise((resolve) => process.send?.(result, resolve))
await watch?.stop()
process.exit()
