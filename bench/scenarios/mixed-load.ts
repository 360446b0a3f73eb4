import { setTimeout as sleep } from 'node:timers/promises'
import type { Ground } from '../ground.ts'
import { type Lines, openLines } from '../lines.ts'
import { watchMemory } from '../machine.ts'
import { type MixedCall, openMix } from '../mix.ts'
import { type Round, type Sample, verdicts } from '../mixed-rounds.ts'
import { type Answered, callAtRate, callInTurn, noAnswers } from '../open-load.ts'
import { checkpoint } from '../queries.ts'
import type { Scenario } from '../scenario.ts'
import { openUploader, type Uploader } from '../uploader.ts'

const connections = 500
const maxItems = 10_000
/** A sample is so many times as long as others, so that a hundredth of its writes are some. */
const longer = 2
const MB = 2 ** 20 / 1e6

type Parts = { ground: Ground; lines: Lines; next: () => MixedCall; uploader: Uploader }

/**
 * An ordinary mix of calls beside a vendor who uploads 10,000 products again and again. The callers are others; calls
 * arrive at a fixed rate, and each is timed from the moment when it was to be sent. In rounds: the rate that the
 * mix is served at most, half of it without and with uploads, uploads alone, and 0.8 of it without and with uploads.
 */
export const scenario: Scenario = {
  floor: 'none: the same calls without uploads, and uploads without calls',
  async prepare(ground: Ground) {
    const { options, servicePid, assetOrigin } = ground
    const lines = await openLines(assetOrigin, connections)
    ground.defer(async () => lines.close())
    const next = await openMix(ground)
    const uploader = await openUploader(ground, Math.min(maxItems, options.products))
    const parts = { ground, lines, next, uploader }
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

/** Finds how many callers at once are served most. */
async function findCallers({ ground, lines, next }: Parts): Promise<number> {
  const { loads, seconds } = ground.options
  let best = { callers: 1, rate: 0 }
  for (const callers of loads.filter((load) => load <= 64)) {
    const rate = await callInTurn(callers, { lines, next, seconds })
    if (rate > best.rate) best = { callers, rate }
  }
  return best.callers
}

async function measureRound(parts: Parts, callers: number): Promise<Round> {
  const { sql, options } = parts.ground
  const load = { ...parts, seconds: options.seconds * longer }
  await checkpoint(sql)
  const capacity = await callInTurn(callers, { ...parts, seconds: options.seconds })
  const alone = await callAtRate(capacity * 0.5, load)
  const beside = await besideUploads(parts, () => callAtRate(capacity * 0.5, load))
  const solo = await besideUploads(parts, () => sleep(load.seconds * 1000, noAnswers()))
  await checkpoint(sql)
  const nearAlone = await callAtRate(capacity * 0.8, load)
  const near = await besideUploads(parts, () => callAtRate(capacity * 0.8, load))
  return { capacity, alone, beside, solo, nearAlone, near }
}

async function besideUploads({ ground, uploader }: Parts, load: () => Promise<Answered>): Promise<Sample> {
  await checkpoint(ground.sql)
  await uploader.start()
  const before = await uploader.count()
  const begun = performance.now()
  const answered = await load()
  const items = (await uploader.count()) - before
  const seconds = (performance.now() - begun) / 1000
  await uploader.stop()
  return { ...answered, items: items / seconds }
}
