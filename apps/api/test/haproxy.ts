import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import { findProgram } from './programs.ts'

/** The configuration that is delivered with the service. */
export const haproxyConfig = join(import.meta.dirname, '../../../deploy/haproxy/haproxy.cfg')

export type Haproxy = {
  url: string
  /** The address that serves the metrics of HAProxy, such as 127.0.0.1:8405. */
  metricsAddress: string
  pid: number
  child: ChildProcess
  output(): string
  stop(): Promise<void>
}

type Start = {
  /** The addresses of the two nodes. */
  nodes: readonly [URL, URL]
  /** A program and its arguments that run HAProxy, such as taskset. */
  wrapper?: string[]
}

/** Starts HAProxy with the delivered configuration in front of two nodes, and waits until it listens. */
export async function startHaproxy({ nodes, wrapper = [] }: Start): Promise<Haproxy> {
  const [port, metricsPort] = [await freePort(), await freePort()]
  const haproxy = findProgram('haproxy', 'the Debian package haproxy')
  const [program = '', ...args] = [...wrapper, haproxy, '-db', '-f', haproxyConfig]
  const child = spawn(program, args, {
    env: {
      ...process.env,
      ...{ BIND: `127.0.0.1:${port}`, METRICS_BIND: `127.0.0.1:${metricsPort}` },
      ...{ API_NODE_1: nodes[0].host, API_NODE_2: nodes[1].host }
    },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  const ended = once(child, 'exit')
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const url = `http://127.0.0.1:${port}`
  while (!(await responds(url))) {
    if (child.exitCode !== null) throw new Error(`HAProxy ended: ${output}`)
    await sleep(20)
  }
  return {
    ...{ url, metricsAddress: `127.0.0.1:${metricsPort}`, child, pid: child.pid ?? 0, output: () => output },
    async stop() {
      child.kill('SIGTERM')
      await ended
    }
  }
}

async function responds(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/livez`).catch(() => undefined)
  await answer?.arrayBuffer()
  return answer !== undefined
}
