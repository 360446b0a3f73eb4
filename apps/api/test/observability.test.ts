import assert from 'node:assert/strict'
import { readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { anchorOfHeading } from '../src/documentation/slugs.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import {
  haproxyMetrics,
  type Query,
  queriesOfAlerts,
  queriesOfDashboard,
  selectorsOf
} from './prometheus-queries.ts'
import { metricsPortOf, runService, type ServiceProcess, serviceFolder } from './running-service.ts'
import { type Scrape, scrape } from './scrape.ts'

const root = resolve(import.meta.dirname, '../../..')
const read = (path: string) => readFile(join(root, path), 'utf8')
const page = await read('docs/operations/observe.md')
const alertsText = await read('deploy/prometheus/alerts.yml')
const alerts = queriesOfAlerts(alertsText)
const dashboard = queriesOfDashboard(JSON.parse(await read('deploy/grafana/purveyor.json')))
const paths = Object.keys(JSON.parse(await read('apps/api/openapi.json')).paths)

let database: TestDatabase
let folder: string
let service: ServiceProcess
let found: Scrape
/** The labels of each metric. */
const labelsOf = new Map<string, Set<string>>()

before(async () => {
  database = await createTestDatabase({ empty: true })
  folder = await serviceFolder()
  service = runService(folder, {
    DATABASE_URL: database.url,
    JWT_SECRET: 'a-secret-of-the-test-of-the-metrics',
    // The test server runs with fsync off.
    ...{ DURABILITY_CHECK: 'off', PORT: '0', METRICS_PORT: '0', LOG_LEVEL: 'info' }
  })
  const port = await metricsPortOf(service)
  const url = /Server listening at (http:[^"]+)/.exec(service.output())?.[1]
  assert.equal((await fetch(`${url}/api/v1/storefront/products`)).status, 200)
  const read = () => scrape(`http://127.0.0.1:${port}/metrics`)
  found = await read()
  // The collection of garbage after the start is reported a moment later.
  for (let n = 0; n < 1000 && !found.values.some(({ name }) => name.startsWith('nodejs_gc')); n++) {
    await new Promise((done) => setTimeout(done, 20))
    found = await read()
  }
  for (const { name, labels } of found.values) {
    const metric = metricOf(name)
    const known = labelsOf.get(metric) ?? new Set()
    labelsOf.set(metric, known.union(new Set(Object.keys(labels))))
  }
})
after(async () => {
  service.child.kill('SIGKILL')
  await service.ended
  await database.drop()
  await rm(folder, { recursive: true })
})

/** Returns the metric that a value belongs to. */
function metricOf(name: string): string {
  const base = name.replace(/_(bucket|sum|count)$/, '')
  return found.types.get(base) === 'histogram' ? base : name
}

/** Labels that Prometheus adds when it scrapes. */
const added = ['job', 'instance']

function faultsOf({ title, expression }: Query): string[] {
  return selectorsOf(expression).flatMap(({ name, labels, values }) => {
    if (name === 'up' || name === 'ALERTS') return []
    const metric = metricOf(name)
    const known = labelsOf.get(metric) ?? haproxyMetrics.get(name)
    if (!known) return [`${title}: no metric ${name}`]
    if (metric === name && found.types.get(metric) === 'histogram')
      return [`${title}: ${name} is a histogram`]
    const unknown = labels.filter((label) => ![...known, ...added].includes(label))
    const routes = (values.route ?? []).map((path) => path.replace(/:(\w+)/g, '{$1}'))
    return [
      ...unknown.map((label) => `${title}: ${name} has no label ${label}`),
      ...routes.filter((path) => !paths.includes(path)).map((path) => `${title}: no route ${path}`)
    ]
  })
}

describe('the queries', () => {
  test('of the dashboard name only metrics, labels and routes that exist', () => {
    assert.ok(dashboard.length > 40, String(dashboard.length))
    assert.deepEqual(dashboard.flatMap(faultsOf), [])
  })

  test('of the alerts name only metrics, labels and routes that exist', () => {
    assert.ok(alerts.length >= 20, String(alerts.length))
    assert.deepEqual(alerts.flatMap(faultsOf), [])
  })

  test('are checked for metrics, labels and routes that do not exist', () => {
    const wrong = [
      'rate(purveyor_nothing_total[5m])',
      'sum by (colour) (purveyor_database_up)',
      'purveyor_http_request_duration_seconds > 1',
      'purveyor_http_request_duration_seconds_count{colour="red",route="/api/v1/nothing"}'
    ].flatMap((expression) => faultsOf({ title: 'x', expression }))
    assert.deepEqual(wrong, [
      'x: no metric purveyor_nothing_total',
      'x: purveyor_database_up has no label colour',
      'x: purveyor_http_request_duration_seconds is a histogram',
      'x: purveyor_http_request_duration_seconds_count has no label colour',
      'x: no route /api/v1/nothing'
    ])
  })
})

describe('the page about metrics and alerts', () => {
  const rows = [...page.matchAll(/^\| `(\w+)` \| (\w+) \| (.*?) ?\| (.*) \|$/gm)].map(
    ([, name = '', type = '', labels = '']) => ({
      name,
      type,
      labels: [...labels.matchAll(/`(\w+)`/g)].map(([, label = '']) => label).sort()
    })
  )

  test('describes every metric with its type and labels, and no other', () => {
    const scraped = [...found.types].map(([name, type]) => {
      const labels = [...(labelsOf.get(name) ?? [])].filter((label) => label !== 'le')
      return { name, type, labels: labels.sort() }
    })
    const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)
    assert.deepEqual(rows.toSorted(byName), scraped.toSorted(byName))
  })

  test('lists the metrics of HAProxy that the dashboard and the alerts use', () => {
    const listed = [...page.matchAll(/^\| `(haproxy_\w+)` \| [^|]* \|$/gm)].map(([, name]) => name)
    assert.deepEqual(listed, [...haproxyMetrics.keys()])
  })

  test('explains every alert, and alerts refer to their explanation', () => {
    const headings = [...page.matchAll(/^### (Purveyor\w+)$/gm)].map(([, name]) => name)
    assert.deepEqual(
      headings,
      alerts.map(({ title }) => title)
    )
    const runbooks = [...alertsText.matchAll(/runbook: (\S+)/g)].map(([, target]) => target)
    assert.deepEqual(
      runbooks,
      alerts.map(({ title }) => `docs/operations/observe.md#${anchorOfHeading(title)}`)
    )
  })
})

test('names of metrics follow the conventions of Prometheus', () => {
  for (const [name, type] of found.types) {
    assert.equal(name.endsWith('_total'), type === 'counter', name)
    assert.ok((found.help.get(name) ?? '').endsWith('.') || !name.startsWith('purveyor_'), name)
  }
})
