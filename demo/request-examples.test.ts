import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sequenceCatalogChanges } from '../apps/api/src/catalog-changes.ts'
import { sequenceEvents } from '../apps/api/src/events.ts'
import { generatedPreviewId } from '../apps/api/src/examples/approval-rule-examples.ts'
import { operationExamples } from '../apps/api/src/examples/operation-examples.ts'
import { type TestAnswer, type TestApp, testApp } from '../apps/api/test/app.ts'
import { cookieIn, ownOrigin } from '../apps/api/test/cookie-sessions.ts'
import { generatedDocument, operationsOf, type PathOperation } from '../apps/api/test/document.ts'
import { form } from '../apps/api/test/form.ts'
import { signedIn } from '../apps/api/test/people.ts'
import { png } from '../apps/api/test/product-images.ts'
import { identifiedTables } from './id-tables.ts'

/** Operations whose examples can't be accepted, with the reason. Their examples aren't sent. */
const exempt: Record<string, string> = {
  refresh: 'the refresh token is a secret that each sign-in creates',
  resetPassword: 'the token is a secret that each reset creates',
  acceptInvitation: 'the token is a secret that each invitation creates',
  getAsset: 'the name of a file is generated when the file is stored',
  listRuleApplicationEntries: 'the id of a preview is generated when it is requested',
  applyRulePreview: 'the id of a preview is generated when it is requested',
  cancelImportJob:
    'all imports of the demo have ended, because a worker processes waiting imports immediately',
  formerProductsBulk: 'the path is no longer served',
  formerProductsFeed: 'the path is no longer served',
  formerProductsExport: 'the path is no longer served'
}

/** The numbers of items that fail in examples that show how failed items are reported. */
const failing: Record<string, number> = { bulkUpdateProducts: 1 }

const document = await generatedDocument()
const operations = operationsOf(document)
let t: TestApp
let file: Buffer
/** The ids of all objects of the demo before the examples are sent. */
let demoIds: Set<string>
const tokens = { vendor: '', platform: '' }
/** The cookie of a session, as a browser stores it. */
let cookie = ''

before(async () => {
  t = await testApp({ withDemo: true })
  // The worker does this too. Without it, requests for news would wait, because there would be none.
  await t.sql.begin((tx) => sequenceEvents(tx, 10_000))
  await t.sql.begin((tx) => sequenceCatalogChanges(tx, 10_000))
  demoIds = await listIds()
  file = await png()
  tokens.vendor = await accessToken('owner@harbor.test')
  tokens.platform = await accessToken('operator@purveyor.test')
})
after(() => t.close())

async function listIds(): Promise<Set<string>> {
  const rows = await Promise.all(
    identifiedTables.map((table) => t.sql<{ id: string }[]>`select id from ${t.sql(table)}`)
  )
  const sets = await t.sql<{ id: string }[]>`
    select distinct change_set_id as id from watched_changes where change_set_id is not null`
  return new Set([...rows.flat(), ...sets].map(({ id }) => id))
}

async function accessToken(email: string): Promise<string> {
  const { access_token } = await signedIn(t, { email, password: 'purveyor-demo' })
  return access_token
}

/**
 * The operations in the order in which their examples are sent, all to the same demo marketplace: first those
 * that read, then those that write, and then those that delete. Changing the password and signing out end
 * sessions, so they are last. The order of the approval rules names all of them, so it is set before one is created.
 */
const rank = ({ method, operationId }: PathOperation) => {
  if (operationId === 'changePassword') return 4
  if (operationId === 'logout') return 5
  if (operationId === 'orderApprovalRules') return 1.5
  return method === 'GET' ? 1 : method === 'DELETE' ? 3 : 2
}

const accepted = operations.filter(({ operationId }) => !Object.hasOwn(exempt, operationId))
for (const operation of accepted.toSorted((a, b) => rank(a) - rank(b))) {
  test(`the example of ${operation.operationId} is accepted`, async () => {
    for (const request of requestsOf(operation)) {
      const { status, text, headers } = await send(operation, request)
      if (headers?.['set-cookie']) cookie = cookieIn({ headers })
      const name = `${request.url} ${request.type ?? ''}`
      assert.ok(status >= 200 && status < 300, `${name}: ${text} ${hint}`)
      assert.equal(failedItems(text), failing[operation.operationId] ?? 0, `${name}: ${text} ${hint}`)
    }
  })
}

const hint =
  'Correct the entry of this operation in apps/api/src/examples. It must name objects of the demo in a state ' +
  'that the operation accepts, and that the examples of other operations leave in that state.'

/** Returns the number of failed items in a response to several items, or else 0. */
function failedItems(text: string): number {
  return Number(/^\{.*?"failed" ?: ?(\d+)/.exec(text)?.[1] ?? 0)
}

type Request = { url: string; type?: string; body?: unknown }

/**
 * Returns the requests that the examples of an operation describe: one for each content type of the body, or
 * one without optional query parameters and one with each of them that has an example.
 */
function requestsOf({ path, parameters = [], requestBody, method }: PathOperation): Request[] {
  const exampleOf = ({ example, schema }: (typeof parameters)[number]) => example ?? schema.examples?.[0]
  const inPath = new Map(parameters.map((one) => [one.in === 'path' && one.name, exampleOf(one)]))
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(inPath.get(name))))
  const inQuery = parameters.filter((one) => one.in === 'query' && exampleOf(one) !== undefined)
  const required = inQuery.filter((one) => one.required)
  const urlWith = (named: typeof inQuery) => {
    const query = new URLSearchParams(named.map((one) => [one.name, String(exampleOf(one))]))
    return query.size > 0 ? `${filled}?${query}` : filled
  }
  // A workbook has no example. The tests of uploads send some.
  const bodies = Object.entries(requestBody?.content ?? {}).filter(([type]) => !type.includes('spreadsheet'))
  if (bodies.length > 0)
    return bodies.map(([type, { example }]) => ({ url: urlWith(required), type, body: example }))
  const optional = method === 'GET' ? inQuery.filter((one) => !one.required) : []
  const urls = [urlWith(required), ...optional.map((one) => urlWith([...required, one]))]
  return urls.map((url) => ({ url }))
}

async function send(
  { method, path, security }: PathOperation,
  { url, type, body }: Request
): Promise<Pick<TestAnswer, 'status' | 'text'> & Partial<TestAnswer>> {
  const as = security && (path.startsWith('/api/v1/platform/') ? tokens.platform : tokens.vendor)
  const headers = { origin: ownOrigin, ...(cookie && { cookie }) }
  const options = { ...(as && { as }), headers }
  if (!path.startsWith('/api/')) return sendDirectly(url)
  if (type === undefined) return t.call(`${method} ${url}`, options)
  if (type === 'multipart/form-data') {
    return t.call(`${method} ${url}`, { ...options, ...(await form(partsOf(body as object))) })
  }
  const raw = typeof body === 'string' ? body : JSON.stringify(body)
  return t.call(`${method} ${url}`, { ...options, raw, headers: { ...headers, 'content-type': type } })
}

/** GETs a path outside of the API. */
async function sendDirectly(url: string): Promise<{ status: number; text: string }> {
  const { statusCode, body } = await t.app.inject({ url })
  return { status: statusCode, text: body }
}

/** Returns the parts of a form. Each value that is the name of an image becomes an image. */
function partsOf(body: object): Parameters<typeof form>[0] {
  const isFile = (value: unknown) => typeof value === 'string' && value.endsWith('.png')
  return Object.entries(body).flatMap(([name, value]) => {
    const values: unknown[] = Array.isArray(value) && value.every(isFile) ? value : [value]
    return values.map((one) => {
      if (isFile(one)) return [name, { bytes: file, filename: String(one) }] as const
      return [name, typeof one === 'object' ? JSON.stringify(one) : String(one)] as const
    })
  })
}

test('examples and exemptions exist only for operations of the document', () => {
  const ids = new Set(operations.map(({ operationId }) => operationId))
  const unknown = [...Object.keys(operationExamples), ...Object.keys(exempt)].filter((id) => !ids.has(id))
  assert.deepEqual(unknown, [], 'remove these entries from apps/api/src/examples or from the exemptions')
})

test('every id in the document is the id of an object of the demo', () => {
  const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?!\.webp)/g
  const ids = [...new Set(JSON.stringify(document).match(uuid))]
  assert.ok(ids.length > 30)
  assert.deepEqual(
    ids.filter((id) => !demoIds.has(id) && id !== generatedPreviewId),
    [],
    'use ids from apps/api/src/examples/demo-ids.ts'
  )
})
