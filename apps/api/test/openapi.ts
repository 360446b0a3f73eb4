import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv, type AnySchema, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import type { Api } from '../src/deps.ts'

type Node = Record<string, unknown>
type Response = { content?: Record<string, { schema?: Node }>; headers?: Record<string, Node> }
type Operation = { responses: Record<string, Response> }
/** The parts of an OpenAPI document that tests use. */
export type OpenApiDocument = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Node> }
}

type Answer = { statusCode: number; body: string; headers: Record<string, unknown> }

/** Headers that a response has if and only if the document declares them. */
const requiredHeaders = ['X-Request-Id', 'ETag', 'Location']
/** Headers that the document must declare if a response has them. */
const describedHeaders = [...requiredHeaders, 'Idempotency-Replayed', 'Retry-After']

/** Asserts that the response to a request is as the OpenAPI document describes it. */
export type ResponseChecker = (method: string, url: string, answer: Answer) => void

/** The checkers of this process, by the routes of their services. */
const checkers = new Map<string, ResponseChecker>()

/**
 * Returns the checker of the service's OpenAPI document. All services of a process that have the same routes share
 * one, because compiling the schema of a response takes longer than most requests.
 */
export function checkerOf(app: Api): ResponseChecker {
  const routes = routesOf(app)
  const checker = checkers.get(routes) ?? responseChecker(describeApi(app))
  checkers.set(routes, checker)
  return checker
}

function routesOf(app: Api): string {
  return app.routeTable.map(({ method, url }) => `${method} ${url}`).join('\n')
}

/**
 * Returns the OpenAPI document of the service. It takes 0.4 s to build, so one process of the test run builds
 * it and the others read it from a file.
 */
function describeApi(app: Api): OpenApiDocument {
  const routes = routesOf(app)
  // The temporary folder belongs to one test run, and the template's name to one database of tests.
  const run = `${process.env.TEST_DATABASE_TEMPLATE}\n${routes}`
  const path = join(tmpdir(), `openapi-${createHash('sha256').update(run).digest('hex').slice(0, 16)}.json`)
  const stored = readIfExists(path)
  if (stored) return JSON.parse(stored)
  const built = JSON.stringify(app.swagger())
  const file = `${path}.${randomUUID()}`
  writeFileSync(file, built)
  renameSync(file, path)
  return JSON.parse(built)
}

function readIfExists(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Returns a function that asserts that a response matches the document: the document describes the route, the
 * status and the headers, and the body matches the schema and has no undeclared fields.
 */
function responseChecker(document: OpenApiDocument): ResponseChecker {
  const ajv = new Ajv({ strict: false, allErrors: true })
  formats.default(ajv)
  ajv.addSchema({ $id: 'document', components: closed(document.components) } as AnySchema)
  const compiled = new Map<string, ValidateFunction>()
  const routes = Object.entries(document.paths).map(([path, operations]) => ({
    path,
    operations,
    pattern: new RegExp(`^${path.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{[^}]+\}/g, '[^/]+')}$`)
  }))

  function validatorFor(key: string, schema: Node): ValidateFunction {
    const cached = compiled.get(key)
    if (cached) return cached
    const validate = ajv.compile(withDocumentRefs(closed(schema)) as AnySchema)
    compiled.set(key, validate)
    return validate
  }

  return (method, url, answer) => {
    const path = url.split('?')[0] ?? ''
    const candidates = routes.filter(
      (route) => route.pattern.test(path) && route.operations[method.toLowerCase()]
    )
    const route = candidates.find(({ path: template }) => !template.includes('{')) ?? candidates[0]
    // Unknown paths (404), methods that a path doesn't allow (405) and OPTIONS (204) aren't in the document.
    if (!route) {
      if (path.startsWith('/api/v1/'))
        assert.ok(
          [404, 405, 429].includes(answer.statusCode) ||
            method === 'OPTIONS' ||
            path.endsWith('openapi.json'),
          `${method} ${path} is not in the OpenAPI document`
        )
      return
    }
    const status = String(answer.statusCode)
    const described = route.operations[method.toLowerCase()]?.responses[status]
    assert.ok(
      described,
      `${method} ${route.path} returns ${status}, which the document does not declare: ${answer.body}`
    )
    const sent = describedHeaders.filter((name) => answer.headers[name.toLowerCase()] !== undefined)
    const missing = requiredHeaders.filter((name) => described.headers?.[name] && !sent.includes(name))
    const undeclared = sent.filter((name) => !described.headers?.[name])
    assert.deepEqual(
      { missing, undeclared },
      { missing: [], undeclared: [] },
      `${method} ${route.path} ${status}`
    )
    const type = String(answer.headers['content-type'] ?? '').split(';')[0] ?? ''
    const schema = described.content?.[type]?.schema
    if (!schema) {
      assert.equal(
        answer.body,
        '',
        `${method} ${route.path} ${status} has a body of type ${type}, which the document does not declare`
      )
      return
    }
    if (!/[/+]json$/.test(type)) return
    const validate = validatorFor(`${method} ${route.path} ${status}`, schema)
    const valid = validate(JSON.parse(answer.body))
    assert.ok(
      valid,
      `${method} ${route.path} ${status}: ${JSON.stringify(validate.errors)} in ${answer.body.slice(0, 2000)}`
    )
  }
}

/**
 * Returns a copy of a schema. Sets `additionalProperties: false` in each object schema of the copy that
 * doesn't define this keyword.
 */
function closed<T>(node: T): T {
  if (Array.isArray(node)) return node.map(closed) as T
  if (node === null || typeof node !== 'object') return node
  const copy = Object.fromEntries(Object.entries(node).map(([name, value]) => [name, closed(value)]))
  const isObjectSchema = copy.properties && !('additionalProperties' in copy) && 'type' in copy
  return (isObjectSchema ? { ...copy, additionalProperties: false } : copy) as T
}

function withDocumentRefs<T>(node: T): T {
  if (Array.isArray(node)) return node.map(withDocumentRefs) as T
  if (node === null || typeof node !== 'object') return node
  return Object.fromEntries(
    Object.entries(node).map(([name, value]) => [
      name,
      name === '$ref' && typeof value === 'string'
        ? value.replace(/^#/, 'document#')
        : withDocumentRefs(value)
    ])
  ) as T
}
