import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DocumentedParameter, generatedDocument, type Node, operationsOf } from './document.ts'

const document = await generatedDocument()
const operations = operationsOf(document)

test('every tag and every component has a description', () => {
  const tags = document.tags.filter(({ description }) => !description).map(({ name }) => name)
  assert.deepEqual(tags, [], 'describe these tags in tagDescriptions in src/http/openapi/openapi.ts')
  const components = Object.entries(document.components.schemas).filter(([, { description }]) => !description)
  assert.deepEqual(
    components.map(([name]) => name),
    [],
    'pass a description as the third argument of named()'
  )
})

test('every request body has a description', () => {
  const nameOf = ({ $ref = '' }: Node) => String($ref).split('/').at(-1) ?? ''
  const missing = operations.flatMap(({ operationId, requestBody }) =>
    Object.entries(requestBody?.content ?? {})
      .filter(
        ([, { schema }]) => !(schema.description ?? document.components.schemas[nameOf(schema)]?.description)
      )
      .map(([type]) => `${operationId}: ${type}`)
  )
  assert.deepEqual(missing, [], 'describe the schemas of these bodies')
})

test('every success response has a description that no other operation has', () => {
  const described = operations.flatMap(({ operationId, responses }) =>
    Object.entries(responses)
      .filter(([status]) => status.startsWith('2'))
      .map(([, { description }]) => ({ operationId, description }))
  )
  const shared = [...Map.groupBy(described, ({ description }) => description).entries()]
    .filter(([description, all]) => all.length > 1 || description === 'Default Response')
    .map(([description, all]) => `${description}: ${all.map((one) => one.operationId).join(', ')}`)
  assert.deepEqual(shared, [], 'add `response` to the entries of these operations in src/examples')
})

test('every other response has a description', () => {
  const missing = operations.flatMap(({ operationId, responses }) =>
    Object.entries(responses)
      .filter(([, { description }]) => !description || description === 'Default Response')
      .map(([status]) => `${operationId} ${status}`)
  )
  assert.deepEqual(
    missing,
    [],
    'describe these responses in the route or in statusNames in src/http/openapi/openapi.ts'
  )
})

test('every path parameter and every body of an operation has an example', () => {
  const hasExample = ({ example, schema }: DocumentedParameter) => example !== undefined || schema.examples
  const missing = operations.flatMap(({ operationId, parameters = [], requestBody }) => [
    ...parameters
      .filter((one) => one.required && !hasExample(one))
      .map((one) => `${operationId}: ${one.in} parameter ${one.name}`),
    ...Object.entries(requestBody?.content ?? {})
      // A workbook can't be shown.
      .filter(([type, { example }]) => example === undefined && !type.includes('spreadsheet'))
      .map(([type]) => `${operationId}: ${type} body`)
  ])
  assert.deepEqual(
    missing,
    [],
    'add entries with `path`, `query` and `body` for these operations to a file in src/examples'
  )
})

/** Returns the schemas with several text values, each with its location in the document. */
function enumerationsOf(node: unknown, path: string): { path: string; values: string }[] {
  if (node === null || typeof node !== 'object') return []
  const { enum: values } = node as Node
  const found = Array.isArray(values) && values.length > 1 ? [{ path, values: JSON.stringify(values) }] : []
  const inner = Object.entries(node).flatMap(([name, part]) => enumerationsOf(part, `${path}/${name}`))
  return [...found, ...inner]
}

test('enumerations that several schemas use are named components', () => {
  const shared = [...Map.groupBy(enumerationsOf(document, ''), ({ values }) => values).entries()]
    .filter(([values, all]) => all.length > 1 || values.includes('null'))
    .map(([values, all]) => `${values}: ${all.map(({ path }) => path).join(', ')}`)
  assert.deepEqual(shared, [], "name the list of values with enumeration('Name', […], 'description')")
})

test('an enumeration that allows null is the component or null', () => {
  const { Me, Order, OrderStatus } = document.components.schemas as Record<
    string,
    { properties?: Node; enum?: string[] }
  >
  assert.deepEqual(Me?.properties?.role, { anyOf: [{ $ref: '#/components/schemas/Role' }, { type: 'null' }] })
  assert.deepEqual(Order?.properties?.status, { $ref: '#/components/schemas/OrderStatus' })
  assert.deepEqual(OrderStatus?.enum, [
    ...['CONFIRMED', 'ACKNOWLEDGED', 'PARTIALLY_SHIPPED', 'SHIPPED', 'DELIVERED', 'CANCELLED']
  ])
})

test('there is one security scheme', () => {
  assert.deepEqual(Object.keys(document.components.securitySchemes), ['bearer'])
})

test('image uploads list If-Match', () => {
  const uploads = operations.filter(({ requestBody }) => requestBody?.content['multipart/form-data'])
  assert.ok(uploads.length >= 5)
  for (const { operationId, parameters = [] } of uploads)
    assert.ok(
      parameters.some(({ name }) => name === 'If-Match'),
      operationId
    )
})

test('a 404 names the resource that was not found', () => {
  const { deleteVariant } = Object.fromEntries(operations.map((one) => [one.operationId, one]))
  assert.equal(deleteVariant?.responses[404]?.description, 'The product or the variant was not found')
})

test('responses declare their headers by references to components that have a description', () => {
  const headers = (operationId: string, status: number) => {
    const operation = operations.find((one) => one.operationId === operationId)
    return Object.keys(operation?.responses[status]?.headers ?? {})
  }
  const declared = operations.flatMap(({ responses }) => Object.values(responses))
  assert.ok(declared.every((response) => response.headers?.['X-Request-Id']))
  assert.deepEqual(headers('createProduct', 201), [
    ...['X-Request-Id', 'Location', 'Idempotency-Replayed', 'ETag']
  ])
  assert.deepEqual(headers('createProduct', 409), ['X-Request-Id', 'Idempotency-Replayed', 'Retry-After'])
  assert.deepEqual(headers('getProduct', 200), ['X-Request-Id', 'ETag'])
  assert.deepEqual(headers('getProduct', 304), ['X-Request-Id', 'ETag'])
  assert.deepEqual(headers('getProduct', 404), ['X-Request-Id'])
  assert.deepEqual(headers('deleteVariant', 200), ['X-Request-Id', 'ETag'])
  assert.deepEqual(headers('deleteProduct', 200), ['X-Request-Id'])
  assert.deepEqual(headers('createApiToken', 200), ['X-Request-Id'])
  assert.deepEqual(headers('listEvents', 200), ['X-Request-Id', 'Retry-After'])
  assert.deepEqual(headers('getImportJob', 200), ['X-Request-Id'])
  assert.deepEqual(headers('getProduct', 503), ['X-Request-Id', 'Retry-After'])
  for (const name of ['X-Request-Id', 'ETag', 'Location', 'Idempotency-Replayed', 'Retry-After']) {
    assert.ok(document.components.headers[name]?.description, name)
    for (const header of declared.flatMap((response) => response.headers?.[name] ?? []))
      assert.deepEqual(header, { $ref: `#/components/headers/${name}` })
  }
})
