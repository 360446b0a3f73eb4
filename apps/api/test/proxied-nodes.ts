import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { type TestApp, testSecret } from './app.ts'
import { freePort } from './free-port.ts'
import { type Haproxy, startHaproxy } from './haproxy.ts'
import { runService, type ServiceProcess, serviceFolder } from './running-service.ts'

/** An API process on a fixed port. */
type Node = {
  url: URL
  output(): string
  start(): Promise<void>
  /** Stops the process with the signal and resolves to its exit code. */
  stop(signal: NodeJS.Signals): Promise<number | null>
}

/** Two API processes on the database of a test, behind HAProxy with the delivered configuration. */
export type ProxiedNodes = { nodes: [Node, Node]; proxy: Haproxy; close(): Promise<void> }

/** Starts two nodes and HAProxy. `env` are settings of the nodes. */
export async function startProxiedNodes(
  { sql }: TestApp,
  env: Record<string, string> = {}
): Promise<ProxiedNodes> {
  const folder = await serviceFolder()
  const [row] = await sql`select current_database() as name`
  const database = new URL(process.env.TEST_DATABASE_URL ?? '')
  database.pathname = `/${row?.name}`
  const settings = {
    PURVEYOR_ROLE: 'api',
    DATABASE_URL: database.href,
    JWT_SECRET: testSecret,
    // The test server runs with fsync off.
    DURABILITY_CHECK: 'off',
    RATE_LIMIT_MAX: '100000000',
    TRUST_PROXY: '127.0.0.1',
    DRAIN_SECONDS: '2',
    ...env
  }
  const nodes: [Node, Node] = [
    nodeOn(await freePort(), folder, settings),
    nodeOn(await freePort(), folder, settings)
  ]
  await Promise.all(nodes.map((node) => node.start()))
  const proxy = await startHaproxy({ nodes: [nodes[0].url, nodes[1].url] })
  return {
    ...{ nodes, proxy },
    async close() {
      await proxy.stop()
      for (const node of nodes) await node.stop('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    }
  }
}

function nodeOn(port: number, folder: string, settings: Record<string, string>): Node {
  const url = new URL(`http://127.0.0.1:${port}`)
  let running: ServiceProcess | undefined
  return {
    url,
    output: () => running?.output() ?? '',
    async start() {
      running = runService(folder, { ...settings, PORT: String(port) })
      while (!(await isReady(url))) {
        assert.equal(running.child.exitCode, null, running.output())
        await sleep(20)
      }
    },
    async stop(signal) {
      running?.child.kill(signal)
      return (await running?.ended) ?? null
    }
  }
}

async function isReady(url: URL): Promise<boolean> {
  const answer = await fetch(new URL('/readyz', url)).catch(() => undefined)
  await answer?.arrayBuffer()
  return answer?.status === 200
}
