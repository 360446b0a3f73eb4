import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { certificateFor } from './certificate.ts'
import type { Tally } from './checked-statements.ts'
import { type Cut, type Message, type ProtocolProxy, startProtocolProxy } from './protocol-proxy.ts'

/** How the load connects. `directUrl` bypasses the proxies. */
export type ChaosSettings = { url: string; directUrl: string; isWatched: boolean; seconds: number }

/** What happened to the load. `lostAfterwards` is the number of lost statements after the last cut. */
export type ChaosResult = {
  tally: Omit<Tally, 'notes'>
  notes: Record<string, number>
  transactions: number
  lostAfterwards: number
}

type Options = {
  /** The URL of a database with one host. */
  url: string
  seconds: number
  tls?: boolean
  /** With 2, the URL has the addresses of two proxies, and the primary is watched. */
  hosts?: 1 | 2
}

/** The probabilities with which a connection is cut at a message, by the type of the message. */
const ofServer: Record<string, number> = {
  D: 0.0008,
  E: 0.03,
  C: 0.0015,
  2: 0.0003,
  T: 0.0003,
  Z: 0.0005,
  K: 0.02,
  R: 0.005
}
const ofClient: Record<string, number> = { E: 0.0008, B: 0.0003, P: 0.0005, Q: 0.004, startup: 0.01 }
const pauseMs = 250

/**
 * Runs a load of statements and transactions in a process of its own, and cuts their connections at random. Returns
 * the results of the load and the number of cuts.
 */
export async function runChaos({ url, seconds, tls = false, hosts = 1 }: Options) {
  let isCutting = true
  let cuts = 0
  const cutAtRandom =
    (rates: Record<string, number>) =>
    (message: Message): Cut | undefined => {
      if (!isCutting || Math.random() >= (rates[message.type] ?? 0)) return undefined
      cuts++
      return (['before', 'within', 'after'] as const)[Math.floor(Math.random() * 3)]
    }
  const proxies = await Promise.all(
    Array.from({ length: hosts }, () =>
      startProtocolProxy(url, {
        loss: () => (Math.random() < 0.75 ? 'reset' : 'close'),
        delayMs: () => Math.random() * 15,
        ...(tls && { tls: certificateFor('localhost') })
      })
    )
  )
  for (const proxy of proxies) {
    proxy.fromServer = cutAtRandom(ofServer)
    proxy.fromClient = cutAtRandom(ofClient)
  }
  const cutting = (async () => {
    for (; isCutting; await sleep(pauseMs)) cuts += cutSome(proxies)
  })()
  const settings: ChaosSettings = {
    url: urlOf(url, proxies, tls),
    directUrl: url,
    isWatched: hosts > 1,
    seconds
  }
  try {
    const result = await runLoad(settings, () => {
      isCutting = false
      for (const proxy of proxies) proxy.refuses = false
    })
    return { ...result, cuts }
  } finally {
    isCutting = false
    await cutting
    for (const proxy of proxies) proxy.stop()
  }
}

/** Cuts one connection or, less often, all. With several proxies, one of them may refuse connections for a time. */
function cutSome(proxies: ProtocolProxy[]): number {
  const proxy = proxies[Math.floor(Math.random() * proxies.length)]
  if (!proxy) return 0
  const connections = [...proxy.connections]
  if (proxies.length > 1) proxy.refuses = Math.random() < 0.2 && proxies.every(({ refuses }) => !refuses)
  if (Math.random() < 0.1) {
    proxy.cutAll()
    return connections.length
  }
  const one = connections[Math.floor(Math.random() * connections.length)]
  one?.cut()
  return one ? 1 : 0
}

function urlOf(url: string, proxies: ProtocolProxy[], tls: boolean): string {
  const hosts = proxies.map(({ host }) => host).join(',')
  return `${url.replace(new URL(url).host, hosts)}${tls ? '?sslmode=require' : ''}`
}

/** Asserts that no operation ended otherwise than with its own result or an error of the connection. */
export function assertNoFaults({ tally, notes, lostAfterwards }: ChaosResult): void {
  const { right, failed, lost, ...faults } = tally
  assert.ok(right > 0, `No statement succeeded; ${failed} failed and ${lost} were lost.`)
  for (const [name, number] of Object.entries(faults))
    assert.equal(number, 0, `${name}: ${JSON.stringify(notes)}`)
  assert.equal(lostAfterwards, 0, 'Statements failed after the last cut.')
}

async function runLoad(settings: ChaosSettings, stopCutting: () => void): Promise<ChaosResult> {
  const child = fork(join(import.meta.dirname, 'chaos-load.ts'), [JSON.stringify(settings)], {
    execArgv: ['--conditions=purveyor-source']
  })
  const ended = Promise.withResolvers<ChaosResult>()
  child.on('message', (message: 'stop cutting' | ChaosResult) => {
    if (message === 'stop cutting') stopCutting()
    else ended.resolve(message)
  })
  // The last message may arrive after the exit.
  child.on('exit', (code) =>
    setTimeout(() => ended.reject(new Error(`The load ended with exit code ${code}.`)), 1000)
  )
  const limit = setTimeout(() => child.kill('SIGKILL'), (settings.seconds + 90) * 1000)
  return await ended.promise.finally(() => clearTimeout(limit))
}
