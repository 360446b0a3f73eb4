import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { namesText, parseNames } from '../generate/names.ts'

type Parameter = {
  name: string
  in: string
  required?: boolean
  example?: unknown
  schema: { examples?: unknown[] }
}
type Operation = {
  operationId: string
  parameters?: Parameter[]
  security?: unknown[]
  requestBody?: { content: Record<string, { example?: unknown }> }
  responses: Record<string, { content?: Record<string, { schema?: { $ref?: string; anyOf?: unknown } }> }>
}
type Found = { path: string; method: string; operation: Operation }

/** Operations whose examples the service refuses, most because they need secrets or files that it has generated. */
const refused = new Set([
  ...['refresh', 'resetPassword', 'acceptInvitation', 'getAsset', 'cancelImportJob'],
  // Only web pages of the service may use sessions with a cookie.
  ...['startSession', 'refreshSession', 'endSession']
])

/** The order of the calls: first those that read, then those that write, and at last those that delete. */
function rank({ method, operation: { operationId } }: Found): number {
  if (operationId === 'changePassword') return 4
  if (operationId === 'logout') return 5
  if (operationId === 'orderApprovalRules') return 1.5
  return method === 'get' ? 1 : method === 'delete' ? 3 : 2
}

/**
 * Returns a program in TypeScript that calls every method of the client with the examples of the OpenAPI
 * document, on the demo marketplace. `count` is the number of operations that it calls.
 */
export function everyMethod(): { program: string; count: number } {
  const file = join(import.meta.dirname, '../../../apps/api/openapi.json')
  const document: { paths: Record<string, Record<string, Operation>> } = JSON.parse(
    readFileSync(file, 'utf8')
  )
  const found = new Map(
    Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => [operation.operationId, { path, method, operation }])
    )
  )
  const methods = parseNames(namesText).flatMap(({ group, name, operationId }) => {
    const one = found.get(operationId)
    if (!one) throw new Error(`The OpenAPI document has no operation ${operationId}.`)
    return group === 'none' ? [] : [{ ...one, call: `${group}.${name}` }]
  })
  const calls = methods.toSorted((a, b) => rank(a) - rank(b)).flatMap((one) => callsOf(one, one.call))
  const change = found.get('changePassword')?.operation.requestBody?.content['application/json']?.example
  const { newPassword } = change as { newPassword: string }
  const begin = `${head}\nconst newPassword = ${JSON.stringify(newPassword)}\n`
  return { program: `${begin}${calls.join('\n')}\n${tail}`, count: methods.length }
}

/** Returns the calls of a method: with each example of a body, or with each query parameter that has one. */
function callsOf({ path, operation }: Found, name: string): string[] {
  const { parameters = [], requestBody, operationId, responses, security } = operation
  const client = !security ? 'anonymous' : path.startsWith('/api/v1/platform/') ? 'operator' : 'vendor'
  const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, id]) => exampleOf(parameters, id ?? ''))
  const inputs = requestBody ? bodiesOf(requestBody) : queriesOf(parameters)
  const response = (responses['200'] ?? responses['201'])?.content?.['application/json']
  return inputs.map((input) => {
    const args = [...ids.map((id) => JSON.stringify(id)), ...input].join(', ')
    const call = `${client}.${name}(${args})`
    if (refused.has(operationId)) return `await refused(${call})`
    return `await read(${call})${response ? '' : ' satisfies Blob'}`
  })
}

function exampleOf(parameters: Parameter[], name: string): unknown {
  const parameter = parameters.find((one) => one.name === name)
  return parameter?.example ?? parameter?.schema.examples?.[0]
}

/** Returns the arguments for the query: without the optional ones, then with each that has an example. */
function queriesOf(parameters: Parameter[]): string[][] {
  const inQuery = parameters.filter(({ in: where }) => where === 'query')
  const required = inQuery.filter((one) => one.required)
  const argument = (named: Parameter[]) => {
    const entries = named.map(({ name }) => [name, name === 'wait' ? 0 : exampleOf(parameters, name)])
    return [JSON.stringify(Object.fromEntries(entries))]
  }
  const optional = inQuery.filter(
    ({ required, name }) => !required && exampleOf(parameters, name) !== undefined
  )
  const first = required.length > 0 ? argument(required) : []
  return [first, ...optional.map((one) => argument([...required, one]))]
}

/** Returns the argument for the body. In forms, names of pictures become files. */
function bodiesOf(body: Operation['requestBody']): string[][] {
  if (!body) return [[]]
  const content = body.content['application/json'] ?? body.content['multipart/form-data']
  return [[JSON.stringify(content?.example).replaceAll(/"[\w-]+\.png"/g, 'picture')]]
}

const head = `import { setTimeout as sleep } from 'node:timers/promises'
import { Conflict, etagOf, type Event, type ImportJob, NotFound, type PageInfo, Pages, ProblemError, type ProductRow, Purveyor } from '@purveyor/client'
import { signWebhook, verifyWebhook } from '@purveyor/client/webhooks'

const url = process.argv[2] ?? ''
const password = 'purveyor-demo'
const vendor = await Purveyor.signIn({ url, email: 'owner@harbor.test', password })
const operator = await Purveyor.signIn({ url, email: 'operator@purveyor.test', password })
const anonymous = new Purveyor({ url })
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const picture = new Blob([Uint8Array.from(atob(png), (character) => character.charCodeAt(0))], { type: 'image/png' })
let calls = 0

/** Returns the result of a call. Of a list, reads the first page. */
async function read<T>(result: Promise<T> | Pages<unknown, { pageInfo: PageInfo }>): Promise<T> {
  calls++
  return result instanceof Pages ? ((await result.page()) as T) : await result
}

/** Checks that the service refuses a call, as it does with examples of secrets. */
async function refused(result: Promise<unknown>): Promise<void> {
  calls++
  const error: unknown = await result.then(() => undefined, (error) => error)
  if (!(error instanceof ProblemError) || error.status >= 500) throw error ?? new Error('it was not refused')
}

function check(condition: boolean, message: string): void {
  if (!condition) throw new Error(message)
}
`

const tail = `
const signedIn = await Purveyor.signIn({ url, email: 'operator@purveyor.test', password })
check(signedIn.session !== undefined, 'there is no session')
const rows: ProductRow[] = []
const again = await Purveyor.signIn({ url, email: 'owner@harbor.test', password: newPassword })
for await (const row of again.products.list({ view: 'row', first: 10 })) rows.push(row)
check(rows.length > 10, 'there are too few products')
const product = await again.products.get(rows[0]?.id ?? '')
check(etagOf(product) !== undefined, 'there is no ETag')
const missing: unknown = await again.products.get(crypto.randomUUID()).catch((error) => error)
check(missing instanceof NotFound && missing.code === 'NOT_FOUND', 'there is no error')

const job = await again.products.upload([{ product: 'Bolt', code: 'PACKED-1', vendor_price: 1 }], { dryRun: true })
// A worker may already have finished the job.
const cancelled: unknown = await job.cancel().catch((error) => error)
check(job.status === 'CANCELLED' || cancelled instanceof Conflict, 'the job was not cancelled')
const ended: ImportJob = await again.importJobs.job(job.id).finished({ onProgress: ({ items_total }) => void items_total })
check(ended.items_total === 1, 'the job has no items')
for await (const { index } of job.failures()) check(false, \`item \${index} has failed\`)
await refused(job.retry())

async function firstOf<T>(feed: AsyncIterable<T>): Promise<T | undefined> {
  for await (const one of feed) return one
  return undefined
}
const event: Event | undefined = await firstOf(again.events.follow())
check(event?.cursor !== undefined, 'there is no event')
check((await firstOf(signedIn.platform.events.follow())) !== undefined, 'there is no event of the operator')
check((await firstOf(signedIn.platform.catalogChanges.follow())) !== undefined, 'there is no change')
const text: string = await again.request('GET', '/vendor/products/export', { as: 'text', headers: { accept: 'text/csv' } })
check(text.includes('sku') || text.length > 100, 'there is no export')
const confirmed = await again.orders.list({ status: 'CONFIRMED' }).page()
const [order] = confirmed.orders
if (order) await refused(again.orders.ship(order, { carrier: 'ups', trackingNumber: '' }))
const secret = 'whsec_' + btoa('0123456789abcdef0123456789abcdef')
const sent = JSON.stringify({ type: 'order.placed', details: { orderNumber: '7' } })
const received = await verifyWebhook({ secret, headers: await signWebhook({ secret, id: '1', body: sent }), body: sent })
check(received.type === 'order.placed' && received.details.orderNumber === '7', 'the webhook has no event')
await sleep(0)
console.log(calls)
`
