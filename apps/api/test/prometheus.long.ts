// Lets a real Prometheus scrape two nodes and HAProxy with the files in deploy/. Runs every query of the dashboard and of
// the alerts in it. Takes one minute. Requires Prometheus with promtool and HAProxy (`apt install prometheus haproxy`).

import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { freePort } from './free-port.ts'
import { type Haproxy, startHaproxy } from './haproxy.ts'
import { skipWithout } from './long.ts'
import { findProgram } from './programs.ts'
import { haproxyMetrics, queriesOfAlerts, queriesOfDashboard } from './prometheus-queries.ts'
import { metricsPortOf, runService, type ServiceProcess, serviceFolder } from './running-service.ts'

const files = resolve(import.meta.dirname, '../../../deploy')
const hint = 'the Debian package prometheus'
/** Panels whose value needs events that don't occur in this check. */
const needsEvents = /alertstate|status="429"|status=~"401\|429"/

/** Returns the address on which a node listens. */
function addressOf(node: ServiceProcess | undefined): string {
  return /Server listening at (http:[^"]+)/.exec(node?.output() ?? '')?.[1] ?? ''
}

type Answer = { status: string; error?: string; data: { result: unknown[] } }

const skip = skipWithout('prometheus') || skipWithout('promtool') || skipWithout('haproxy', ['-v'])

describe('Prometheus', { skip }, () => {
  let database: TestDatabase
  let folder: string
  let data: string
  let url: string
  const nodes: ServiceProcess[] = []
  let proxy: Haproxy | undefined
  let prometheus: ReturnType<typeof spawn> | undefined
  let output: Promise<string> | undefined

  const query = async (expression: string): Promise<Answer> => {
    const answer = await fetch(`${url}/api/v1/query?${new URLSearchParams({ query: expression })}`)
    return (await answer.json()) as Answer
  }
  /** Asks again until the condition holds, for at most a minute. */
  const eventually = async (expression: string, holds: (result: unknown[]) => boolean) => {
    for (let attempt = 0; attempt < 60; attempt++) {
      const found = await query(expression).catch(() => undefined)
      if (found?.status === 'success' && holds(found.data.result)) return found.data.result
      await sleep(500)
    }
    assert.fail(`${expression} did not get the expected value within a minute.`)
  }

  before(async () => {
    database = await createTestDatabase({ empty: true })
    folder = await serviceFolder()
    const settings = { DATABASE_URL: database.url, JWT_SECRET: 'a-secret-of-the-check-with-prometheus' }
    for (const PURVEYOR_ROLE of ['api', 'worker'])
      nodes.push(
        runService(folder, {
          ...settings,
          ...{ PURVEYOR_ROLE, DURABILITY_CHECK: 'off', PORT: '0', METRICS_PORT: '0', LOG_LEVEL: 'info' }
        })
      )
    const ports = await Promise.all(nodes.map(metricsPortOf))
    data = await mkdtemp(join(tmpdir(), 'purveyor-prometheus-'))
    await copyFile(join(files, 'prometheus/alerts.yml'), join(data, 'alerts.yml'))
    const given = await readFile(join(files, 'prometheus/prometheus.yml'), 'utf8')
    // Two API nodes behind the proxy; here both are the same process.
    const address = new URL(addressOf(nodes[0]))
    proxy = await startHaproxy({ nodes: [address, address] })
    const targets = ports.map((port) => `          - 127.0.0.1:${port}\n`).join('')
    const config = given
      .replace(/(- targets:\n)(?: +- \S+\n)+/, `$1${targets}`)
      .replace('proxy:8405', proxy.metricsAddress)
      .replaceAll('15s', '1s')
      .replace('scrape_timeout: 10s', 'scrape_timeout: 1s')
    await writeFile(join(data, 'prometheus.yml'), config)
    const port = await freePort()
    url = `http://127.0.0.1:${port}`
    prometheus = spawn(findProgram('prometheus', hint), [
      `--config.file=${join(data, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(data, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`
    ])
    if (prometheus.stderr) output = text(prometheus.stderr)
  })
  after(async () => {
    for (const child of [prometheus, ...nodes.map(({ child }) => child)]) {
      if (!child || child.exitCode !== null) continue
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    }
    await output
    await proxy?.stop()
    await database.drop()
    await Promise.all([folder, data].map((path) => rm(path, { recursive: true, force: true })))
  })

  test('accepts the configuration and the alerts', () => {
    for (const [kind, file] of [
      ['config', 'prometheus.yml'],
      ['rules', 'alerts.yml']
    ] as const) {
      const promtool = findProgram('promtool', hint)
      const { status, stdout, stderr } = spawnSync(promtool, ['check', kind, join(files, 'prometheus', file)])
      assert.equal(status, 0, `${stdout}${stderr}`)
    }
  })

  test('scrapes both nodes', async () => {
    await eventually('up == 1', (result) => result.length === 3)
    await eventually('purveyor_build_info{role="worker"}', (result) => result.length === 1)
  })

  test('gets the metrics of HAProxy that queries use', async () => {
    for (const [name, labels] of haproxyMetrics) {
      const [first] = await eventually(name, (result) => result.length > 0)
      const { metric } = first as { metric: Record<string, string> }
      for (const label of labels) assert.ok(label in metric, `${name} has no label ${label}`)
    }
  })

  test('runs every query of the dashboard, and those of panels without rare events have data', async () => {
    const address = proxy?.url
    // The first request creates the series, and the second one increases it.
    for (const wanted of [1, 2]) {
      await fetch(`${address}/api/v1/storefront/products`)
      const path = 'purveyor_http_request_duration_seconds_count{route="/api/v1/storefront/products"}'
      await eventually(`${path} >= ${wanted}`, (result) => result.length === 1)
    }
    // Rates need two scrapes.
    await eventually('count_over_time(up[1m]) > 5', (result) => result.length === 3)
    const dashboard = queriesOfDashboard(
      JSON.parse(await readFile(join(files, 'grafana/purveyor.json'), 'utf8'))
    )
    const problems: string[] = []
    for (const { title, expression } of dashboard) {
      const resolved = expression.replaceAll('$__rate_interval', '1m').replaceAll('$instance', '.*')
      const { status, error, data } = await query(resolved)
      if (status !== 'success') problems.push(`${title}: ${error}`)
      else if (data.result.length === 0 && !needsEvents.test(expression)) problems.push(`${title}: no data`)
    }
    assert.deepEqual(problems, [])
  })

  test('evaluates every alert without an error, and none fires for healthy nodes', async () => {
    const alerts = queriesOfAlerts(await readFile(join(files, 'prometheus/alerts.yml'), 'utf8'))
    for (const { title, expression } of alerts) {
      const { status, error, data } = await query(expression)
      assert.equal(status, 'success', `${title}: ${error}`)
      // The disk of the machine that runs this check can be full.
      if (title !== 'PurveyorDiskFull') assert.deepEqual(data.result, [], title)
    }
    const rules = await (await fetch(`${url}/api/v1/rules`)).text()
    assert.doesNotMatch(rules, /"health":"err"/)
  })

  test('reports a node that has stopped, and that no worker is left', async () => {
    const worker = nodes.pop()
    worker?.child.kill('SIGTERM')
    await worker?.ended
    await eventually('up{job="purveyor"} == 0', (result) => result.length === 1)
    await eventually('absent(purveyor_build_info{role=~"worker|all"})', (result) => result.length === 1)
    await eventually('ALERTS{alertname="PurveyorDown"}', (result) => result.length === 1)
  })
})
