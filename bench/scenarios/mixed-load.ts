import { setTimeout as sleep } from 'node:timers/promises'
import { watchMemory } from '../machine.ts'
import { type MixedCall, openMix } from '../mix.ts'
import { type Round, type Sample, verdicts } from '../mixed-rounds.ts'
import { type Answered, callAtRate, callInTurn, noAnswers } from '../open-load.ts'
import { checkpoint, hasUnnumberedEvents } from '../queries.ts'
import { openRawClient, type RawClient } from '../raw-client.ts'
import type { Scenario } from '../scenario.ts'
import type { BenchSetup } from '../setup.ts'
import { openUploader, type Uploader } from '../uploader.ts'

const connections = 500
const maxItems = 10_000
/**
 * Each measurement takes this many times longer than in other scenarios, so that the p99 of writes is
 * meaningful.
 */
const sampleFactor = 2
const MB = 2 ** 20 / 1e6

type Parts = { setup: BenchSetup; client: RawClient; next: () => MixedCall; uploader: Uploader }

/**
 * Measures a mix of ordinary requests, with and without another vendor that repeatedly uploads 10,000
 * products. Each round first measures the maximum rate of requests (the capacity). Then it sends requests at
 * fixed rates: at half the capacity without and with uploads, and at 0.8 of the capacity without and with
 * uploads. Between these two rates, it measures uploads alone. Before each of these measurements, the same rate without
 * uploads runs for a while, so that none of them begins right after the load at capacity or after a checkpoint. At a fixed rate, the latency of a request is
 * measured from the time for which the request was scheduled.
 */
export const scenario: Scenario = {
  floor: 'none: the same calls without uploads, and uploads without calls',
  async prepare(setup: BenchSetup) {
    const { options, servicePid, assetOrigin } = setup
    const client = await openRawClient(assetOrigin, connections)
    setup.defer(async () => client.close())
    const next = await openMix(setup)
    const uploader = await openUploader(setup, Math.min(maxItems, options.products))
    const parts = { setup, client, next, uploader }
    const callers = await findCallers(parts)
    const memory = watchMemory(servicePid)
    const rounds: Round[] = []
    for (let round = 0; round <= options.rounds; round++) {
      const one = await measureRound(parts, callers)
      // The first round only warms up.
      if (round > 0) rounds.push(one)
    }
    return verdicts(rounds, { before: memory.before * MB, peak: memory.stop() * MB })
  }
}

/** Returns the number of concurrent callers with which the rate of requests is highest. */
async function findCallers({ setup, client, next }: Parts): Promise<number> {
  const { loads, seconds } = setup.options
  let best = { callers: 1, rate: 0 }
  for (const callers of loads.filter((load) => load <= 64)) {
    const rate = await callInTurn(callers, { client, next, seconds })
    if (rate > best.rate) best = { callers, rate }
  }
  return best.callers
}

async function measureRound(parts: Parts, callers: number): Promise<Round> {
  const { options } = parts.setup
  const load = { ...parts, seconds: options.seconds * sampleFactor }
  const capacity = await callInTurn(callers, { ...parts, seconds: options.seconds })
  await settle(parts)
  const at = async (share: number) => {
    await callAtRate(capacity * share, { ...parts, seconds: options.seconds })
    return callAtRate(capacity * share, load)
  }
  const withUploadsAt = async (share: number) => {
    await callAtRate(capacity * share, { ...parts, seconds: options.seconds })
    return withUploads(parts, () => callAtRate(capacity * share, load))
  }
  const half = await at(0.5)
  const halfWithUploads = await withUploadsAt(0.5)
  const uploadsAlone = await withUploads(parts, () => sleep(load.seconds * 1000, noAnswers()))
  const high = await at(0.8)
  const highWithUploads = await withUploadsAt(0.8)
  return { capacity, half, halfWithUploads, uploadsAlone, high, highWithUploads }
}

/** Waits until the work that the requests have left is done: the numbering of events and the writing of pages. */
async function settle({ setup: { sql } }: Parts): Promise<void> {
  while (await hasUnnumberedEvents(sql)) await sleep(100)
  await checkpoint(sql)
}

async function withUploads({ uploader }: Parts, load: () => Promise<Answered>): Promise<Sample> {
  await uploader.start()
  const before = await uploader.count()
  const startedAt = performance.now()
  const answered = await load()
  const items = (await uploader.count()) - before
  const seconds = (performance.now() - startedAt) / 1000
  await uploader.stop()
  return { ...answered, items: items / seconds }
}
