import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { runService, type ServiceProcess, serviceFolder } from './running-service.ts'

/** A process of the service on an external database. A worker has no `url`, because it serves no API. */
export type ServiceNode = ServiceProcess & { url: string | undefined; kill(): Promise<void> }

type NodesOptions = {
  /** The URL of the database. */
  url: string
  secret: string
  roles: ('api' | 'worker')[]
  env?: Record<string, string>
}

/** Starts a node for each role and waits until they are ready. The nodes share a data folder. */
export async function startNodes(options: NodesOptions): Promise<{ folder: string; nodes: ServiceNode[] }> {
  const folder = await serviceFolder()
  const nodes: ServiceNode[] = []
  for (const role of options.roles) nodes.push(await startNode(folder, { ...options, role }))
  return { folder, nodes }
}

/** Starts a node in the folder and waits until it is ready. */
export async function startNode(
  folder: string,
  { url, secret, role, env }: Omit<NodesOptions, 'roles'> & { role: 'api' | 'worker' }
): Promise<ServiceNode> {
  const service = runService(folder, {
    ...{ DATABASE_URL: url, JWT_SECRET: secret, PURVEYOR_ROLE: role, PORT: '0', LOG_LEVEL: 'info' },
    ...env
  })
  const { child, ended, output } = service
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  while (!output().includes('the service is ready')) {
    assert.equal(child.exitCode, null, output())
    await sleep(20)
  }
  const address = /Server listening at (http:[^"]+)/.exec(output())?.[1]
  return { ...service, url: role === 'api' ? address : undefined, kill }
}
