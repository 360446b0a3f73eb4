import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { Ajv, type AnySchema } from 'ajv'
import { openApiText } from '../src/openapi-document.ts'
import type { OpenApiDocument } from './openapi.ts'

const committed = await readFile(new URL('../openapi.json', import.meta.url), 'utf8')
const document = JSON.parse(committed) as OpenApiDocument

type Operation = {
  operationId?: string
  summary?: string
  description?: string
  tags?: string[]
  responses: Record<string, { content?: object }>
}

type Content = { content?: Record<string, { schema?: object }> }
type Described = {
  parameters?: { schema: object }[]
  requestBody?: Content
  responses: Record<string, Content>
}

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method} ${path}`,
    path,
    ...(operation as Operation)
  }))
)

test('the committed OpenAPI document matches the routes', async () => {
  assert.equal(committed, await openApiText(), 'run `npm run openapi` and commit the result')
})

test('every operation has a unique id, a summary, a description and a tag', () => {
  for (const { name, operationId, summary, description, tags } of operations) {
    assert.ok(operationId && summary && description && tags?.length === 1, name)
  }
  assert.equal(new Set(operations.map(({ operationId }) => operationId)).size, operations.length)
})

test('every operation of the API declares its error responses', () => {
  for (const { name, path, responses } of operations.filter(({ path }) => path.startsWith('/api/v1/'))) {
    for (const status of ['429', '500', '503']) assert.ok(responses[status], `${name} ${status}`)
    if (path.includes('{')) assert.ok(responses['404'], `${name} 404`)
  }
})

test('the document contains no internal validation keywords', () => {
  assert.doesNotMatch(committed, /"(fieldHints|patternHint|trim|decimal)":/)
})

test('every schema is valid JSON Schema', () => {
  const ajv = new Ajv({ strict: false })
  const validate = (name: string, schema: unknown) =>
    assert.ok(ajv.validateSchema(schema as AnySchema), `${name}: ${ajv.errorsText()}`)
  for (const [name, schema] of Object.entries(document.components.schemas)) validate(name, schema)
  for (const { name, ...operation } of operations) {
    const { parameters = [], requestBody, responses } = operation as Described
    for (const { schema } of parameters) validate(name, schema)
    for (const { content = {} } of [requestBody ?? {}, ...Object.values(responses)])
      for (const { schema } of Object.values(content)) validate(name, schema)
  }
})

test('every referenced schema exists', () => {
  for (const [, name = ''] of committed.matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
    assert.ok(document.components.schemas[name], name)
  }
})
