import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { RequestSchema } from '../src/http/body/find-faults.ts'
import { type Check, createSchemaCompiler } from '../src/http/body/request-schemas.ts'
import type { RouteAccess } from '../src/http/server/access.ts'
import { newId } from '../src/lib/ids.ts'
import { type TestApp, testApp } from './app.ts'
import { ownOrigin } from './cookie-sessions.ts'
import {
  type Collection,
  collectionsOf,
  countReads,
  countValues,
  fillings,
  hostileBody
} from './hostile-bodies.ts'

/**
 * The maximum number of reads per value by the validator, the search for faults and the rules of the route
 * together.
 */
const maxReadsPerValue = 40
/** The maximum number of reads of a body whose oversized list is skipped. */
const maxReadsWithoutList = 2_000
const MiB = 1024 * 1024
/** Returns a number of entries that is over the limit of the collection, if it has one. */
const tooMany = ({ collection }: Hostile) => (collection.schema.maxItems ?? 9_000) + 1_000

let t: TestApp
type CheckedRoute = RouteAccess & { body: RequestSchema; check: Check }
let routes: CheckedRoute[]
let tokens: Record<string, string>

before(async () => {
  t = await testApp()
  const { owner } = await t.vendor()
  tokens = { vendor: owner, 'signed-in': owner, platform: await t.operator('OWNER') }
  const compile = createSchemaCompiler()
  routes = t.app.routeTable.flatMap(({ body, ...route }) =>
    body && !('content' in (body as object))
      ? [{ ...route, body: body as RequestSchema, check: compile(body) }]
      : []
  )
})
after(() => t.close())

type Hostile = { route: CheckedRoute; collection: Collection; filling: (typeof fillings)[number] }

function* everyHostileBody(): Generator<Hostile> {
  for (const route of routes) {
    for (const collection of collectionsOf(route.body)) {
      // The values of unknown fields are never read, so one kind of value is enough.
      const isClosed = collection.schema.additionalProperties === false
      for (const filling of isClosed ? fillings.slice(0, 1) : fillings) yield { route, collection, filling }
    }
  }
}

function nameOf({ route, collection, filling }: Hostile): string {
  return `${route.method} ${route.url} /${collection.path.join('/')} of ${filling}`
}

/** Validates a body like the body of a request, and counts the reads of its members. */
async function check({ route }: Hostile, text: string) {
  const { value, reads } = countReads(JSON.parse(text))
  const { faults, isComplete } = route.check(value)
  const ruleFaults = isComplete && route.rules ? await route.rules(value) : []
  return { faults, isComplete, ruleFaults, reads: reads() }
}

describe('for any content of a list or map of any route,', () => {
  test('the time to check it is linear in its size, up to its limit', async () => {
    let count = 0
    for (const hostile of everyHostileBody()) {
      const maxItems = hostile.collection.schema.maxItems ?? 10_000
      const { text } = hostileBody(hostile.route.body, { ...hostile, count: maxItems, maxBytes: MiB / 16 })
      const size = countValues(JSON.parse(text))
      const { reads } = await check(hostile, text)
      assert.ok(
        reads <= maxReadsPerValue * (size + 50),
        `${nameOf(hostile)}: ${reads} reads of ${size} values`
      )
      count++
    }
    assert.ok(count > 200, `${count} bodies`)
  })

  test('over its limit it is one fault and is not read, and the search stops after 100 faults', async () => {
    let count = 0
    for (const hostile of everyHostileBody()) {
      const { path, schema } = hostile.collection
      const made = hostileBody(hostile.route.body, { ...hostile, count: tooMany(hostile), maxBytes: MiB })
      const { faults, isComplete, ruleFaults, reads } = await check(hostile, made.text)
      assert.equal(isComplete, faults.length <= 100, nameOf(hostile))
      assert.ok(faults.length <= 101, `${nameOf(hostile)}: ${faults.length} faults`)
      if (schema.maxItems === undefined || made.count <= schema.maxItems) continue
      const pointer = `/${path.map((step) => (step === '*' ? '0' : step)).join('/')}`
      const listFaults = faults.filter((fault) => fault.pointer.startsWith(pointer))
      assert.deepEqual(
        listFaults.map(({ pointer, code }) => [pointer, code]),
        [[pointer, 'TOO_MANY']],
        nameOf(hostile)
      )
      assert.ok(ruleFaults.length < 10, nameOf(hostile))
      assert.ok(reads < maxReadsWithoutList, `${nameOf(hostile)}: ${reads} reads`)
      count++
    }
    assert.ok(count > 100, `${count} bodies`)
  })

  test('the service responds with 400 and states whether it has counted all faults', async () => {
    let count = 0
    for (const hostile of everyHostileBody()) {
      const { route, filling } = hostile
      const isForm = /\/(images?|logo)$/.test(route.url)
      // All kinds of invalid entries take the same path, so one kind is enough here.
      if (isForm || filling !== 'nested') continue
      const { text } = hostileBody(route.body, { ...hostile, count: tooMany(hostile), maxBytes: MiB - 1024 })
      const url = route.url.replace(/:\w+/g, () => newId()).replace('/api/v1', '')
      const as = tokens[route.access.realm]
      const answer = await t.call(`${route.method} ${url}`, {
        ...(as && { as }),
        raw: text,
        headers: { origin: ownOrigin }
      })
      assert.equal(answer.status, 400, `${nameOf(hostile)}: ${answer.text.slice(0, 500)}`)
      if (answer.body.code !== 'VALIDATION_FAILED') continue
      const { errors, errorCount, errorCountIsExact } = answer.body
      // Bulk updates are read by different code, which counts all faults.
      const listed = route.url.endsWith('/bulk-update') ? 1000 : 100
      assert.ok(errors.length <= listed && errorCount >= errors.length, nameOf(hostile))
      assert.equal(errorCountIsExact, errorCount <= 100 || listed > 100, nameOf(hostile))
      count++
    }
    assert.ok(count > 50, `${count} bodies`)
  })
})
