import cluster from 'node:cluster'
import { once } from 'node:events'
import type { Config } from '../config.ts'
import type { MetricList } from '../metrics/joined.ts'
import { runService } from '../run-service.ts'
import { type MemberSettings, sendToSupervisor, type ToMember } from './messages.ts'

type ReadMetrics = (withDatabase: boolean) => Promise<MetricList>

/**
 * Runs the service as one of several processes of a node. The supervisor says when the process has to stop. If the
 * supervisor ends, or the process gets a signal, it stops too.
 */
export async function runMember(config: Config): Promise<void> {
  const { number, isFirst, ...decided } = await receiveSettings()
  let isLeaving = false
  let readMetrics: ReadMetrics = async () => []
  // Otherwise the process would exit at once, without finishing its requests.
  if (cluster.worker) cluster.worker.exitedAfterDisconnect = true
  const stop = await runService(
    { ...config, ...decided, withConsole: config.withConsole && decided.role !== 'worker' },
    {
      membership: {
        number,
        isFirst,
        isLeaving: () => isLeaving,
        leave() {
          isLeaving = true
        },
        answerMetrics(read) {
          readMetrics = read
        }
      },
      beforeExit: waitUntilLeft
    }
  )
  const leave = () => {
    isLeaving = true
    stop()
  }
  process.on('message', (message: ToMember) => {
    if (message.type === 'ping') sendToSupervisor({ type: 'pong' })
    if (message.type === 'read-metrics') void answer(message, readMetrics)
    if (message.type === 'leave') leave()
    if (message.type === 'stop') {
      isLeaving = false
      stop()
    }
  })
  // A terminal and systemd send these signals to all processes. The supervisor then says that the node stops.
  process.on('SIGINT', leave)
  process.on('SIGTERM', leave)
  // Only the supervisor knows what this signal means.
  process.on('SIGHUP', () => {})
  process.once('disconnect', stop)
  if (process.connected) sendToSupervisor({ type: 'ready' })
  else stop()
}

async function receiveSettings(): Promise<MemberSettings> {
  for (;;) {
    const [message] = (await once(process, 'message')) as [ToMember]
    if (message.type === 'start') return message.settings
  }
}

async function answer(
  { id, withDatabase }: { id: number; withDatabase: boolean },
  read: ReadMetrics
): Promise<void> {
  // A process whose metrics can't be read is left out.
  const metrics = await read(withDatabase).catch(() => [])
  sendToSupervisor({ type: 'metrics', id, metrics })
}

/**
 * Waits until the supervisor sends no more connections. Those that it sent earlier arrive before its answer, and are
 * given back, so that another process serves them. If the process exited before, their clients would wait in vain.
 */
async function waitUntilLeft(): Promise<void> {
  if (!process.connected) return
  const left = new Promise<void>((resolve) => {
    process.once('disconnect', () => resolve())
    process.on('message', ({ type }: ToMember) => type === 'left' && resolve())
  })
  sendToSupervisor({ type: 'leaving' })
  await left
}
