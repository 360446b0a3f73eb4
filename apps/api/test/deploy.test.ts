import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { Environment } from '../src/config.ts'
import { type ErrorCode, Problem } from '../src/errors.ts'
import { problemText } from '../src/http/problem.ts'
import { testApp } from './app.ts'
import { freePort } from './free-port.ts'

const root = join(import.meta.dirname, '../../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** The parts of compose.yaml that the tests read. */
type Compose = { services: Record<string, Service> }
type Service = { image: string; environment?: Record<string, string>; volumes?: string[] }

// The service already has a YAML parser, as a dependency of @fastify/swagger.
const load = createRequire(createRequire(import.meta.url).resolve('@fastify/swagger'))
const { parse } = load('yaml') as { parse(text: string, options: { merge: boolean }): Compose }
const { services } = parse(read('compose.yaml'), { merge: true })

describe('compose.yaml', () => {
  test('sets only settings that the service has', () => {
    const nodes = Object.values(services).filter(({ image }) => image.startsWith('purveyor:'))
    assert.equal(nodes.length, 5)
    for (const { environment = {} } of nodes)
      for (const name of Object.keys(environment)) assert.ok(name in Environment.properties, name)
  })

  test('mounts only files that exist', () => {
    for (const { volumes = [] } of Object.values(services))
      for (const volume of volumes.filter((one) => one.startsWith('./')))
        assert.ok(existsSync(join(root, volume.split(':')[0] ?? '')), volume)
  })

  test('the proxy and Prometheus know all nodes', () => {
    const { API_NODE_1, API_NODE_2 } = services.proxy?.environment ?? {}
    assert.deepEqual([API_NODE_1, API_NODE_2], ['api-1:3000', 'api-2:3000'])
    const targets = read('deploy/prometheus/prometheus.yml').match(/\S+:9464/g)
    assert.deepEqual(targets, ['api-1:9464', 'api-2:9464', 'worker-1:9464', 'worker-2:9464'])
    for (const target of targets) assert.ok(services[target.split(':')[0] ?? ''], target)
  })
})

describe('the Dockerfile', () => {
  const copied = [...read('Dockerfile').matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, sources = '']) =>
    sources.split(' ')
  )

  test('copies only what exists', () => {
    for (const path of copied) assert.ok(existsSync(join(root, path)), path)
  })

  test('installs the packages of every workspace', () => {
    const manifests = globSync(['apps/*/package.json', 'packages/*/package.json'], { cwd: root })
    assert.ok(manifests.length > 3)
    for (const manifest of manifests) assert.ok(copied.includes(manifest), manifest)
  })
})

describe('the configuration of HAProxy', () => {
  const errors: [ErrorCode, string][] = [
    ['BAD_REQUEST', '%ID'],
    ['REQUEST_TIMEOUT', '%ID'],
    ['UNAVAILABLE', '%[var(txn.id)]']
  ]
  for (const [code, requestId] of errors) {
    test(`has the same ${code} as the service`, () => {
      const { status } = new Problem(code)
      const body = JSON.parse(read(`deploy/haproxy/errors/${status}.json`))
      const own = JSON.parse(problemText(new Problem(code, { detail: body.detail }), requestId))
      assert.deepEqual(body, own)
    })
  }

  // Every file with a route that may take longer than 40 s, and the paths of these routes.
  const longRoutes: Record<string, string[]> = {
    'http/image-routes.ts': ['/vendor/me/logo', '/platform/settings/logo', '/platform/categories/:id/image'],
    'modules/approval-rules/evaluation-routes.ts': ['/preview', '/apply'],
    'modules/attributes/preview-routes.ts': [
      '/platform/attributes/:id/preview',
      '/platform/categories/:id/attributes/preview'
    ],
    'modules/bulk-update/routes.ts': ['/vendor/products/bulk-update'],
    'modules/imports/routes.ts': ['/vendor/import-jobs/:queue_id/retry'],
    'modules/imports/upload-routes.ts': ['/vendor/products/bulk-upload'],
    'modules/moderation/change-sets/change-set-routes.ts': ['/platform/moderation/change-sets/:id/accept'],
    'modules/moderation/decide/decision-routes.ts': ['/platform/moderation/decisions'],
    'modules/products/images/image-routes.ts': ['/vendor/products/:id/images'],
    'modules/shipments/routes.ts': ['/vendor/shipments/bulk'],
    'modules/templates/routes.ts': ['/vendor/templates']
  }

  test('has a longer time limit for the routes that may take longer than 40 s', () => {
    const source = join(root, 'apps/api/src')
    const found = globSync(['http/*-routes.ts', 'modules/**/*routes.ts'], { cwd: source }).filter((file) =>
      /responseTimeoutMs|bodyIsStreamed/.test(readFileSync(join(source, file), 'utf8'))
    )
    assert.deepEqual(found.sort(), Object.keys(longRoutes))
    for (const path of Object.values(longRoutes).flat()) assert.ok(matches('long', path), path)
  })

  const config = read('deploy/haproxy/haproxy.cfg')

  /** True if one of the conditions on paths with this name is true for the path. */
  function matches(name: string, path: string): boolean {
    return [...config.matchAll(new RegExp(`acl ${name} path_(beg|end|reg) (.*)`, 'g'))].some(
      ([, kind, values = '']) =>
        values.split(' ').some((value) => {
          if (kind === 'reg') return new RegExp(value).test(path)
          return kind === 'beg' ? path.startsWith(value) : path.endsWith(value)
        })
    )
  }

  type Operation = { parameters?: { name: string; in: string }[] }
  const { paths } = JSON.parse(read('apps/api/openapi.json')) as {
    paths: Record<string, Record<string, Operation>>
  }
  const takesWait = (path: string) =>
    Object.values(paths[path] ?? {}).some(({ parameters = [] }) =>
      parameters.some(({ name }) => name === 'wait')
    )

  test('lets requests wait only on the routes that have the parameter wait', () => {
    const found = Object.keys(paths).filter((path) => matches('waits', path))
    assert.deepEqual(found, Object.keys(paths).filter(takesWait))
    assert.equal(found.length, 4)
  })

  test('has no condition of requests without a queue of short ones that is independent of the path', () => {
    for (const name of ['long', 'waits'])
      for (const [, condition = ''] of config.matchAll(new RegExp(`acl ${name} (\\S+)`, 'g')))
        assert.match(condition, /^path_(beg|end|reg)$/)
    // Paths that a request reaches with an id of its choice are not among them.
    for (const path of ['/api/v1/vendor/products', '/api/v1/vendor/products/{id}', '/api/v1/vendor/orders'])
      assert.ok(!matches('long', path) && !matches('waits', path), path)
  })

  test('limits the requests that wait in each backend of the API', () => {
    for (const backend of ['short', 'large', 'long']) {
      assert.match(config, new RegExp(`acl full_${backend} avg_queue\\(${backend}\\) gt \\d+`))
      assert.match(config, new RegExp(`set-var\\(txn.refused\\).*is_${backend} full_${backend}`))
    }
  })
})

test('the smoke test of the installation succeeds', async () => {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const t = await testApp({ withDemo: true, assetOrigin: origin })
  try {
    await t.app.listen({ port, host: '127.0.0.1' })
    const code = /```sh\n(URL=[\s\S]*?)```/.exec(read('docs/operations/install.md'))?.[1] ?? ''
    const env = {
      ...process.env,
      URL: origin,
      EMAIL: 'operator@purveyor.test',
      PASSWORD: 'purveyor-demo'
    }
    const shell = spawn('bash', ['--norc', '-euo', 'pipefail', '-c', code], {
      ...{ cwd: await mkdtemp(join(tmpdir(), 'purveyor-smoke-')), env },
      // If stdin were a socket, bash would read its configuration.
      stdio: ['ignore', 'pipe', 'pipe']
    })
    const [out, error, [exitCode]] = await Promise.all([
      text(shell.stdout),
      text(shell.stderr),
      once(shell, 'close')
    ])
    assert.deepEqual([exitCode, error], [0, ''])
    assert.match(out, /logo: 200 image\/png\n$/)
  } finally {
    await t.close()
  }
})
