import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type TestApp, testSecret } from './app.ts'
import { until } from './bucket.ts'
import { runService, type ServiceProcess } from './running-service.ts'

/** A process of a node that has logged that it is ready. */
export type NodeProcess = { pid: number; role: string; number: number }

/** A node of several processes on the database of a test. */
export type RunningNode = ServiceProcess & {
  url: string
  metricsUrl: string
  /** The processes that run, by their number. */
  processes(): NodeProcess[]
  /** The process ids of the processes that have answered requests with this path. */
  answering(path: string): Set<number>
  /** Waits until a process with this number is ready that isn't the one with this process id. */
  replaced(number: number, oldPid: number): Promise<NodeProcess>
}

/** Starts a node of two processes on the database of the test, and waits until it is ready. */
export async function startNode(
  { sql }: TestApp,
  { folder, env = {} }: { folder: string; env?: Record<string, string> }
): Promise<RunningNode> {
  const [row] = await sql`select current_database() as name`
  const database = new URL(process.env.TEST_DATABASE_URL ?? '')
  database.pathname = `/${row?.name}`
  const service = runService(folder, {
    ...{
      DATABASE_URL: database.href,
      JWT_SECRET: testSecret,
      PURVEYOR_PROCESSES: '2',
      METRICS_PORT: '0',
      PORT: '0'
    },
    // The test server runs with fsync off.
    ...{ DURABILITY_CHECK: 'off', RATE_LIMIT_MAX: '100000000', LOG_LEVEL: 'info' },
    ...env
  })
  const lines = lineReader(service)
  const ready = await until(() => {
    assert.equal(service.child.exitCode, null, service.output())
    return lines().find(({ msg }) => msg === 'all processes are ready')
  })
  const processes = () =>
    lines()
      .filter(({ msg, pid }) => msg === 'the service is ready' && isRunning(Number(pid)))
      .map(({ pid, role, process: number }) => ({
        pid: Number(pid),
        role: String(role),
        number: Number(number)
      }))
      .sort((a, b) => a.number - b.number)
  return {
    ...service,
    ...{ url: `http://127.0.0.1:${ready.port}`, metricsUrl: `http://127.0.0.1:${ready.metricsPort}/metrics` },
    processes,
    answering: (path) =>
      new Set(
        lines().flatMap(({ msg, path: asked, pid }) =>
          msg === 'request' && asked === path ? Number(pid) : []
        )
      ),
    replaced: (number, oldPid) =>
      until(() => processes().find((one) => one.number === number && one.pid !== oldPid))
  }
}

type Line = Record<string, unknown>

/** Returns a function that returns the lines of the log. It parses each line once, because tests call it often. */
function lineReader({ output }: ServiceProcess): () => Line[] {
  const lines: Line[] = []
  let end = 0
  return () => {
    const complete = output().slice(end, output().lastIndexOf('\n') + 1)
    end += complete.length
    for (const line of complete.split('\n')) if (line.startsWith('{')) lines.push(JSON.parse(line))
    return lines
  }
}

/** True if there is a process with this id, which may belong to another program if the process ended long ago. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Sends a request, and resolves to its status. Rejects if the connection fails. */
export async function statusOf(url: string, agent: Agent): Promise<number> {
  const [response] = await once(get(url, { agent }), 'response')
  response.resume()
  await once(response, 'end')
  return response.statusCode
}

/**
 * Sends requests from four clients at the same time until it is stopped, each with a pause after each of its requests.
 * Half of the clients open a connection for each request. Returns a function that stops them and resolves to the number
 * of requests by result: the status of the response, or the error.
 */
export function startReading(
  urls: string[],
  { pauseMs = 0 }: { pauseMs?: number } = {}
): () => Promise<Record<string, number>> {
  const agents = [new Agent({ keepAlive: true }), new Agent({ keepAlive: false })]
  const results: Record<string, number> = {}
  let isStopped = false
  const client = async (agent: Agent) => {
    for (let n = 0; !isStopped; n++) {
      const result = await statusOf(urls[n % urls.length] ?? '', agent).catch((error: Error) => error.message)
      results[result] = (results[result] ?? 0) + 1
      if (pauseMs > 0) await sleep(pauseMs)
    }
  }
  const clients = agents.flatMap((agent) => [client(agent), client(agent)])
  return async () => {
    isStopped = true
    await Promise.all(clients)
    for (const agent of agents) agent.destroy()
    return results
  }
}
