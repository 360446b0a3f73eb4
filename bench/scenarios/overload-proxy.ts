import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startHaproxy } from '../../apps/api/test/haproxy.ts'
import { findProgram } from '../../apps/api/test/programs.ts'
import { median } from '../median.ts'
import { groupProcessorMs, parentOf } from '../processor.ts'
import { sampleProducts, sessionProcess } from '../queries.ts'
import type { LimitCase, Scenario } from '../scenario.ts'
import { serviceName, startService } from '../service-process.ts'
import type { BenchSetup } from '../setup.ts'

const run = promisify(execFile)

/** The core of the node, and the core of the database, the proxy and the client. */
const [nodeCore, otherCore] = [0, 1]
/** Numbers of concurrent callers with which the best served rate is looked for. */
const callers = [64, 128]
/** Request rates, as multiples of the best served rate. */
const multiples = [1, 2, 3]
/** More connections than the node and the proxy accept requests, so that a request finds a free one. */
const connections = 2000
const loadScript = join(import.meta.dirname, '../overload-load.lua')

type Way = 'direct' | 'proxy'
type Load = { callers: number } | { rate: number }
/**
 * Requests per second, and latencies of all responses in milliseconds. `broken` counts connections that ended
 * without a response.
 */
type Answers = { sent: number; served: number; refused: number; broken: number; p50: number; p99: number }
/** The answers, and the average numbers of processor cores that the programs used. */
type Step = Answers & { nodeCores: number; databaseCores: number; proxyCores: number }
/** The results of one way in one round: the best served rate, and one step for each multiple. */
type Round = { best: number; steps: Step[] }

/**
 * Reads single products at up to three times the rate that one node can serve, directly and through HAProxy with
 * the delivered configuration. The node has a core of its own. Database, proxy and client share the other core.
 */
export const scenario: Scenario = {
  floor: 'none: through the proxy, the served rate must stay within 10 % of the best rate',
  async prepare(setup: BenchSetup) {
    const taskset = findProgram('taskset', 'the Debian package util-linux')
    const wrk = findProgram('wrk', 'the Debian package wrk')
    const postmaster = await pinDatabase(setup, taskset)
    const node = await startService(setup.folder, {
      ...{ databaseUrl: setup.databaseUrl, secret: setup.secret, defer: setup.defer },
      ...{ dataDir: join(setup.folder, serviceName), name: 'pinned-node', role: 'api', core: nodeCore }
    })
    const pin = [taskset, '--cpu-list', String(otherCore)]
    const proxy = await startHaproxy({
      nodes: [new URL(node.url), new URL('http://127.0.0.1:1')],
      wrapper: pin
    })
    setup.defer(proxy.stop)
    const urls = { direct: node.url, proxy: proxy.url }
    const paths = join(setup.folder, 'paths')
    const products = await sampleProducts(setup.sql, setup.vendorId)
    writeFileSync(paths, products.map(({ id }) => `/api/v1/vendor/products/${id}\n`).join(''))
    const headers = await setup.signIn(setup.vendorId)
    const send = (way: Way, load: Load) => {
      const [count, rate] = 'callers' in load ? [load.callers, 0] : [connections, load.rate]
      const { seconds } = setup.options
      const options = ['-t1', `-c${count}`, `-d${Math.ceil(seconds)}`, '--timeout', '30', '-s', loadScript]
      const input = [paths, headers().authorization ?? '', String(rate)]
      const command = [...pin, wrk, ...options, urls[way], '--', ...input]
      return withCores({ node: node.pid, postmaster, proxy: proxy.pid }, () => runWrk(command))
    }
    return measureRounds(setup, send)
  }
}

type Send = (way: Way, load: Load) => Promise<Step>

async function measureRounds(setup: BenchSetup, send: Send): Promise<LimitCase[]> {
  const rounds: Record<Way, Round[]> = { direct: [], proxy: [] }
  // The first round only warms up.
  for (let round = 0; round <= setup.options.rounds; round++) {
    // The ways alternate, so that the load of other programs affects both.
    const best = { direct: 0, proxy: 0 }
    for (const count of callers)
      for (const way of ['direct', 'proxy'] as const) {
        const { served } = await send(way, { callers: count })
        best[way] = Math.max(best[way], served)
      }
    const steps: Record<Way, Step[]> = { direct: [], proxy: [] }
    for (const multiple of multiples)
      for (const way of ['direct', 'proxy'] as const)
        steps[way].push(await send(way, { rate: Math.ceil(best.direct * multiple) }))
    if (round === 0) continue
    for (const way of ['direct', 'proxy'] as const) rounds[way].push({ best: best[way], steps: steps[way] })
  }
  return [...verdicts('proxy', rounds.proxy), ...verdicts('direct', rounds.direct)]
}

function verdicts(way: Way, rounds: Round[]): LimitCase[] {
  const name = way === 'proxy' ? 'through HAProxy' : 'directly'
  const best = `best: ${Math.round(median(rounds.map(({ best }) => best)))}/s served`
  return multiples.map((multiple, index) => {
    const steps = rounds.flatMap(({ steps }) => steps[index] ?? [])
    const losses = rounds.map(({ best, steps }) => (1 - (steps[index]?.served ?? 0) / best) * 100)
    return {
      kind: 'limit',
      size: `${name}: loss of served rate at ${multiple} times the best rate`,
      unit: '%',
      limit: way === 'proxy' ? 10 : undefined,
      measure: async () => ({
        value: Math.max(0, median(losses)),
        notes: [`${name}, ${best}`, noteOf(multiple, steps)]
      })
    }
  })
}

function noteOf(multiple: number, steps: Step[]): string {
  const middle = (of: (step: Step) => number) => Math.round(median(steps.map(of)))
  const cores = (of: (step: Step) => number) => median(steps.map(of)).toFixed(2)
  return (
    `${multiple} times: ${middle(({ sent }) => sent)}/s sent, ${middle(({ served }) => served)}/s served, ` +
    `${middle(({ refused }) => refused)}/s refused, ${middle(({ broken }) => broken)} connections broken, ` +
    `p50 ${middle(({ p50 }) => p50)} ms, p99 ${middle(({ p99 }) => p99)} ms of all responses; cores used: ` +
    `node ${cores(({ nodeCores }) => nodeCores)}, database ${cores(({ databaseCores }) => databaseCores)}, ` +
    `proxy ${cores(({ proxyCores }) => proxyCores)}`
  )
}

/** Runs a load and measures the processor time that the programs use during it. */
async function withCores(
  { node, postmaster, proxy }: { node: number; postmaster: number; proxy: number },
  work: () => Promise<Answers>
): Promise<Step> {
  const used = () => [node, postmaster, proxy].map(groupProcessorMs)
  const [before, startedAt] = [used(), performance.now()]
  const answers = await work()
  const took = performance.now() - startedAt
  const [nodeCores = 0, databaseCores = 0, proxyCores = 0] = used().map(
    (ms, index) => (ms - (before[index] ?? 0)) / took
  )
  return { ...answers, nodeCores, databaseCores, proxyCores }
}

async function runWrk([program = '', ...args]: string[]): Promise<Answers> {
  const { stdout } = await run(program, args)
  const text = stdout.split('\n').find((line) => line.startsWith('{'))
  if (!text) throw new Error(`wrk printed no result: ${stdout}`)
  const { requests, refused, seconds, broken, p50, p99 } = JSON.parse(text)
  const [sent, failed] = [requests / seconds, refused / seconds]
  return { sent, served: sent - failed, refused: failed, broken, p50, p99 }
}

/**
 * Moves all processes of the database to the core that they share with the client. Returns the process id of
 * the server, which is their parent.
 */
async function pinDatabase({ sql }: BenchSetup, taskset: string): Promise<number> {
  const postmaster = parentOf(await sessionProcess(sql))
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ')
  for (const pid of [String(postmaster), ...children])
    await run(taskset, ['-pc', String(otherCore), pid]).catch(() => {})
  return postmaster
}
