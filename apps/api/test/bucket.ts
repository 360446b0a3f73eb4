import { setTimeout as sleep } from 'node:timers/promises'
import { type TestApp, testSecret } from './app.ts'
import { runService, type ServiceProcess } from './running-service.ts'

/** A process of the service that is ready. `call` sends a request to it. */
export type Node = ServiceProcess & {
  url: string
  call(
    request: string,
    options?: { as?: string; raw?: Buffer; headers?: Record<string, string> }
  ): Promise<Response>
}

/**
 * Starts a process of the service on the database of the application, and waits until it is ready. If the
 * process ends, throws an Error with its output.
 */
export async function startNode(
  { sql }: Pick<TestApp, 'sql'>,
  folder: string,
  env: Record<string, string>
): Promise<Node> {
  const [row] = await sql`select current_database() as name`
  const database = new URL(process.env.TEST_DATABASE_URL ?? '')
  database.pathname = `/${row?.name}`
  const started = runService(folder, {
    DATABASE_URL: database.href,
    JWT_SECRET: testSecret,
    // The test server runs with fsync off.
    DURABILITY_CHECK: 'off',
    PORT: '0',
    LOG_LEVEL: 'info',
    IMAGE_FETCH_ALLOW: '127.0.0.1',
    ...env
  })
  const ready = /Server listening at (http:[^"]+)"[\s\S]*the service is ready/
  const [, url = ''] = await until(() => {
    if (started.child.exitCode !== null) throw new Error(started.output())
    return ready.exec(started.output())
  }).catch((error: Error) => {
    started.child.kill('SIGKILL')
    throw new Error(started.output() || error.message)
  })
  return {
    ...started,
    url,
    call(request, { as, raw, headers } = {}) {
      const [method = 'GET', path = ''] = request.split(' ')
      return fetch(path.startsWith('/assets/') ? url + path : `${url}/api/v1${path}`, {
        method,
        ...(raw && { body: new Uint8Array(raw) }),
        headers: { ...headers, ...(as && { authorization: `Bearer ${as}` }) },
        signal: AbortSignal.timeout(60_000)
      })
    }
  }
}

/** Calls `work` until it returns a value, and returns this value. Fails after 100 s. */
export async function until<T>(
  work: () => Promise<T | null | undefined | false> | T | null | undefined | false
): Promise<T> {
  for (const end = Date.now() + 100_000; Date.now() < end; await sleep(50)) {
    const value = await work()
    if (value) return value
  }
  throw new Error('Nothing happened within 100 s.')
}
