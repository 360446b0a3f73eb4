import { setTimeout as sleep } from 'node:timers/promises'
import type { Point, Scene } from './cut-points.ts'
import { type Ledger, openLedger, ownCode, type Sending } from './ledger.ts'
import { type Cut, completes, type Message } from './protocol-proxy.ts'

type Options = {
  sending?: Sending
  fails?: 'statement'
  /** Runs after the first statement. */
  between?: () => Promise<unknown>
  /** Checks how the transaction ended, in addition to what the ledger checks. */
  expect?: 'not committed'
}

/** Runs a transaction that is cut somewhere, and compares its rows with its result. */
async function write(scene: Scene, { sending = 'one by one', fails, between, expect }: Options = {}) {
  const { sql, admin, tally, checked } = scene
  const ledger: Ledger = await openLedger(admin, tally)
  const { id, work } = ledger.write({ sending, ...(fails && { fails }), ...(between && { between }) })
  const code = ownCode({ ...(fails && { fails }) })
  const end = await checked.transaction(sql, work, { ...(code && { ownCode: code }) })
  ledger.ended(id, expect === 'not committed' && end === 'unknown' ? 'failed' : end)
  // The server may commit after the client has lost its connection.
  await sleep(100)
  await ledger.verify()
}

const secondRow = (cut: Cut) => {
  let rows = 0
  return ({ type }: Message) => (type === 'D' && ++rows === 2 ? cut : undefined)
}

const sendings: Sending[] = ['one by one', 'pipelined', 'tolerant']

/** True if the client sends the text of this command. */
const sends =
  (command: string) =>
  ({ type, bytes }: Message) =>
    (type === 'Q' || type === 'P') && bytes.toString('latin1').toLowerCase().includes(command)

async function cutAtBegin(scene: Scene): Promise<void> {
  const { sql, proxy, tally, checked } = scene
  let messages: Message[] | undefined
  const sent: Message[] = []
  proxy.fromServer = (message) => {
    if (!completes(message, 'BEGIN')) return undefined
    messages = sent
    return 'before'
  }
  proxy.fromClient = (message) => void messages?.push(message)
  let calls = 0
  await checked.transaction(sql, async (tx) => {
    calls++
    await tx`select 1`
  })
  await sleep(50)
  proxy.fromServer = proxy.fromClient = undefined
  // Without a response to BEGIN, it may be sent again on another connection, but no statement of the transaction.
  const statements = sent.filter(sends('select 1'))
  if (calls > 0 || statements.length > 0) {
    tally.wrong++
    tally.notes.set(`${statements.length} messages and ${calls} callbacks before BEGIN succeeded`, 1)
  }
}

/** The points at which a transaction can lose its connection. */
export const transactionPoints: Point[] = [
  ...sendings.map((sending) => ({
    name: `in the second row of a transaction, ${sending}`,
    async run(scene: Scene) {
      scene.cutOnce('fromServer', secondRow('within'))
      await write(scene, { sending, expect: 'not committed' })
    }
  })),
  ...sendings.map((sending) => ({
    name: `after an error in a transaction, ${sending}`,
    async run(scene: Scene) {
      scene.cutOnce('fromServer', ({ type }) => (type === 'E' ? 'after' : undefined))
      await write(scene, { sending, fails: 'statement', expect: 'not committed' })
    }
  })),
  ...sendings.map((sending) => ({
    name: `while a transaction is idle, ${sending}`,
    async run(scene: Scene) {
      const between = async () => {
        scene.cutNow()
        scene.proxy.cutAll()
        await sleep(20)
      }
      await write(scene, { sending, between, expect: 'not committed' })
    }
  })),
  {
    name: 'nowhere, but a statement of a transaction fails',
    isWithoutCut: true,
    async run(scene: Scene) {
      for (const sending of sendings) await write(scene, { sending, fails: 'statement' })
    }
  },
  { name: 'at BEGIN', isWithoutCut: true, run: cutAtBegin },
  {
    name: 'before COMMIT is received',
    async run(scene: Scene) {
      scene.cutOnce('fromClient', (message) => (sends('commit')(message) ? 'before' : undefined))
      await write(scene, { expect: 'not committed' })
    }
  },
  ...(['before', 'after'] as const).map((cut) => ({
    name: `${cut} the response to COMMIT`,
    async run(scene: Scene) {
      scene.cutOnce('fromServer', (message) => (completes(message, 'COMMIT') ? cut : undefined))
      await write(scene)
    }
  })),
  {
    name: 'by the server in a transaction',
    isWithoutCut: true,
    async run(scene: Scene) {
      const between = async () => {
        await scene.admin`
          select pg_terminate_backend(pid, 5000) from pg_stat_activity
          where datname = current_database() and state = 'idle in transaction'`
        await sleep(20)
      }
      for (const sending of ['one by one', 'tolerant'] as const)
        await write(scene, { sending, between, expect: 'not committed' })
    }
  }
].map((point) => ({ ...point, kinds: ['pool'] }))
