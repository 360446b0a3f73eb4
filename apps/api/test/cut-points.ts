import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import type { Sql } from '../src/db/connect.ts'
import { addFault, checkedStatements, countUnhandled, createTally, type Tally } from './checked-statements.ts'
import { closePool, openPool, type PoolKind } from './driver-handles.ts'
import {
  type Cut,
  isExecution,
  type Loss,
  type Message,
  type ProtocolProxy,
  startProtocolProxy
} from './protocol-proxy.ts'

/** Longer than any statement of a point needs on a busy machine. */
const limitMs = 10_000

/** A pool on a proxy, with a direct connection to the same database. */
export type Scene = {
  sql: Sql
  admin: Sql
  proxy: ProtocolProxy
  tally: Tally
  checked: ReturnType<typeof checkedStatements>
  /** Cuts one connection at the first message of the server or of a client for which `where` returns a cut. */
  cutOnce(from: 'fromServer' | 'fromClient', where: (message: Message) => Cut | undefined): void
  /** Cuts one of the open connections now. */
  cutNow(): void
}

/** A point of the protocol, and what is done while a connection is cut there. */
export type Point = {
  name: string
  run(scene: Scene): Promise<void>
  /** The pools for which the point is tested. The default is both. */
  kinds?: PoolKind[]
  /** Points without a cut are run once. */
  isWithoutCut?: boolean
}

export type PointOptions = { kind: PoolKind; loss: Loss; url: string; admin: Sql }

/**
 * Runs a point with a pool of its own. Then all statements must succeed. The result includes whether the connection
 * was cut.
 */
export async function runPoint(
  point: Point,
  { kind, loss, url, admin }: PointOptions
): Promise<{ tally: Tally; wasCut: boolean }> {
  const tally = createTally()
  const checked = checkedStatements(tally, { limitMs })
  const unhandled = countUnhandled(tally)
  const proxy = await startProtocolProxy(url, { loss: () => loss })
  const sql = openPool(kind, proxy.url)
  let wasCut = false
  const scene: Scene = {
    ...{ sql, admin, proxy, tally, checked },
    cutOnce(from, where) {
      proxy[from] = (message) => {
        const cut = where(message)
        if (cut === undefined) return undefined
        proxy[from] = undefined
        wasCut = true
        return cut
      }
    },
    cutNow() {
      const [connection] = proxy.connections
      if (!connection) return
      wasCut = true
      connection.cut()
    }
  }
  try {
    await openConnections(scene)
    await point.run(scene)
    // The cut follows a moment after the last bytes.
    await sleep(50)
    await requireUsable(sql, tally)
  } finally {
    await closePool(sql)
    proxy.stop()
    unhandled.stop()
  }
  return { tally, wasCut }
}

/** Opens two connections and prepares the statement of `select`. */
async function openConnections({ sql, checked }: Scene): Promise<void> {
  await Promise.all([1, 2].map(() => checked.run(sql`select pg_sleep(0.02)`, 'first statement')))
  await Promise.all([1, 2, 3, 4].map(() => checked.select(sql)))
}

async function requireUsable(sql: Sql, tally: Tally): Promise<void> {
  const later = createTally()
  const { select } = checkedStatements(later, { limitMs })
  const label = 'later statement'
  await Promise.all([1, 2, 3, 4].map(() => select(sql, { label })))
  await select(sql, { label })
  const notes = [`${later.lost} are lost`, ...later.notes.keys()]
  if (later.right < 5) addFault(tally, 'broken', `later statements: ${notes.join(', ')}`)
}

/** Issues statements in each turn of the event loop, so also between the events of a closing socket. */
async function selectInEachTurn({ sql, checked }: Scene, { size = 0 } = {}): Promise<void> {
  const running: Promise<void>[] = []
  for (let count = 0; count < 40; count++) {
    running.push(checked.select(sql, { size, label: 'statement while the socket closes' }))
    await turn()
  }
  await Promise.all(running)
}

const onType =
  (type: string, cut: Cut) =>
  (message: Message): Cut | undefined =>
    message.type === type ? cut : undefined

async function cutIdle(scene: Scene, size: number): Promise<void> {
  await sleep(20)
  scene.cutNow()
  await selectInEachTurn(scene, { size })
}

async function cutBusy(scene: Scene, size: number): Promise<void> {
  const { sql, checked } = scene
  const retried = [1, 2].map(async () => {
    await checked.run(sql`select pg_sleep(0.2)`, 'running statement')
    await checked.select(sql, { size, label: 'immediate retry' })
  })
  await sleep(60)
  scene.cutNow()
  await selectInEachTurn(scene, { size })
  await Promise.all(retried)
}

/** Closes all connections, and cuts the first one that is opened after that. */
async function cutStart(
  scene: Scene,
  from: 'fromServer' | 'fromClient',
  where: (message: Message) => Cut | undefined
): Promise<void> {
  scene.proxy.cutAll('close')
  await sleep(50)
  scene.cutOnce(from, where)
  await Promise.all([1, 2, 3].map(() => scene.checked.select(scene.sql, { label: 'first on a connection' })))
}

async function cutPipelined(scene: Scene): Promise<void> {
  let rows = 0
  scene.cutOnce('fromServer', ({ type }) => (type === 'D' && ++rows === 7 ? 'within' : undefined))
  const sizes = Array.from({ length: 30 }, (_, index) => (index % 3) * 800)
  await Promise.all(sizes.map((size) => scene.checked.select(scene.sql, { size, label: 'pipelined' })))
}

async function terminateBusy({ sql, admin, checked }: Scene): Promise<void> {
  const running = checked.run(sql`select pg_sleep(0.5) as terminated`, 'terminated statement')
  const terminate = () => admin`
    select pg_terminate_backend(pid) from pg_stat_activity
    where query like 'select pg_sleep(0.5) as terminated%' and datname = current_database()`
  while ((await terminate()).length === 0) await sleep(10)
  await running
}

async function terminateIdle(scene: Scene): Promise<void> {
  const ended = await scene.admin<{ pid: number }[]>`
    select pid, pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state = 'idle'`
  await selectInEachTurn(scene)
  const pids = ended.map(({ pid }) => pid)
  const running = () => scene.admin`select from pg_stat_activity where pid = any(${pids}::integer[])`
  while ((await running()).length > 0) await sleep(10)
}

/** The points at which a statement outside of a transaction can lose its connection. */
export const statementPoints: Point[] = [
  {
    name: 'before the response',
    async run({ sql, checked, cutOnce }) {
      cutOnce('fromClient', (message) => (isExecution(message) ? 'before' : undefined))
      await checked.select(sql)
    }
  },
  {
    name: 'in the middle of a row',
    async run({ sql, checked, cutOnce }) {
      cutOnce('fromServer', onType('D', 'within'))
      await checked.select(sql, { size: 20_000 })
    }
  },
  {
    name: 'after the first of several rows',
    async run({ sql, checked, cutOnce }) {
      cutOnce('fromServer', onType('D', 'after'))
      await checked.select(sql, { rows: 3 })
    }
  },
  {
    name: 'after CommandComplete',
    async run({ sql, checked, cutOnce }) {
      cutOnce('fromServer', onType('C', 'after'))
      await checked.select(sql, { rows: 2 })
    }
  },
  ...[0, 3].map((rows) => ({
    name: `after ${rows} rows and an error`,
    async run({ sql, checked, cutOnce }: Scene) {
      cutOnce('fromServer', onType('E', 'after'))
      await checked.failingSelect(sql, { rows })
    }
  })),
  {
    name: 'nowhere, but a select fails after three rows',
    isWithoutCut: true,
    run: ({ sql, checked }) => checked.failingSelect(sql, { rows: 3 })
  },
  { name: 'while it is idle', run: (scene) => cutIdle(scene, 0) },
  { name: 'while it is idle, before large statements', run: (scene) => cutIdle(scene, 3000) },
  { name: 'while it is busy', run: (scene) => cutBusy(scene, 0) },
  { name: 'while it is busy, before large statements', run: (scene) => cutBusy(scene, 3000) },
  { name: 'among pipelined statements', run: cutPipelined },
  {
    name: 'at its startup message',
    run: (scene) => cutStart(scene, 'fromClient', onType('startup', 'before'))
  },
  { name: 'during authentication', run: (scene) => cutStart(scene, 'fromServer', onType('R', 'after')) },
  { name: 'after authentication', run: (scene) => cutStart(scene, 'fromServer', onType('K', 'after')) },
  { name: 'once it is ready', run: (scene) => cutStart(scene, 'fromServer', onType('Z', 'after')) },
  { name: 'by the server during a statement', isWithoutCut: true, run: terminateBusy },
  { name: 'by the server while it is idle', isWithoutCut: true, run: terminateIdle }
]
