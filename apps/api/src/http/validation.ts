import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TObject } from 'typebox'
import { type Fault, invalid } from '../errors.ts'
import { fault, parameterFault } from './faults.ts'
import { listedFaults } from './problem.ts'
import { type Check, createSchemaCompiler } from './request-schemas.ts'

/**
 * Rules of a body that a schema cannot express, such as two fields that must agree. They run beside the schema, even
 * when it found faults, so they look only at what has the right type. They take time linear in the body; what can take
 * more than some milliseconds runs in a thread. A rule may replace a value by its normalised form.
 */
export type BodyRules = (body: unknown) => Fault[] | Promise<Fault[]>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Checked together with the schema; all faults are reported at once. */
    rules?: BodyRules
  }
  interface FastifyRequest {
    /** Faults found while the body was read, such as text that cannot be stored. */
    bodyFaults: Fault[]
  }
}

type Query = { check: Check; properties: Record<string, { type?: string }> }
type Checks = { params?: Check; query: Query; body?: Check }
type Faults = { faults: Fault[]; isComplete: boolean }

/**
 * Strict validation of path, query and body, all faults at once (contract 7). Bodies are never coerced;
 * only text of the path and query becomes the number or boolean that its schema names.
 */
export function addValidation(app: FastifyInstance): void {
  const compile = createSchemaCompiler()
  const compiled = new WeakMap<object, Checks>()
  // Validation is the hook below, so that faults of all parts are reported together.
  app.setValidatorCompiler(() => () => true)
  app.decorateRequest('bodyFaults')
  app.addHook('preHandler', (request, _reply, done) => {
    const { schema, config } = request.routeOptions
    if (!schema) return done()
    let checks = compiled.get(schema)
    if (!checks) {
      checks = compileParts(compile, schema)
      compiled.set(schema, checks)
    }
    const found = checkParts(checks, request)
    // A list that is too long may be left where the search stopped: rules would read it.
    if (!config.rules || request.body === undefined || !found.isComplete) return finish(found, done)
    const broken = config.rules(request.body)
    if (!(broken instanceof Promise)) return finish(withRules(found, broken), done)
    broken.then((faults) => finish(withRules(found, faults), done), done)
  })
}

function finish({ faults, isComplete }: Faults, done: (error?: Error) => void): void {
  if (faults.length > 0) done(invalid(faults, isComplete))
  else done()
}

/** Adds the faults of rules, but those of fields that have one already. */
function withRules({ faults, isComplete }: Faults, broken: Fault[]): Faults {
  if (broken.length === 0) return { faults, isComplete }
  const pointers = new Set(faults.map((found) => 'pointer' in found && found.pointer))
  const more = broken.filter((found) => !('pointer' in found && pointers.has(found.pointer)))
  return { faults: faults.concat(more), isComplete }
}

function compileParts(
  compile: (schema: unknown) => Check,
  schema: { params?: unknown; querystring?: unknown; body?: unknown }
): Checks {
  const query = schema.querystring ?? { type: 'object', additionalProperties: false }
  return {
    ...(schema.params ? { params: compile(schema.params) } : {}),
    // A body of several content types is streamed, and checked by the code that reads it.
    ...(schema.body && !('content' in (schema.body as object)) ? { body: compile(schema.body) } : {}),
    query: { check: compile(query), properties: (query as Partial<TObject>).properties ?? {} }
  }
}

function checkParts(checks: Checks, request: FastifyRequest): Faults {
  const faults: Fault[] = checks.params ? parameterFaults(request.params, checks.params) : []
  const query = readQuery(request.query as Record<string, unknown>, checks.query)
  request.query = query
  faults.push(...parameterFaults(query, checks.query.check))
  // Outside of the API, as for assets, a path that cannot be read is simply not found.
  const unreadable = request.routeOptions.config.access ? urlTextFaults(request) : []
  const parameters = new Set(faults.map((found) => 'parameter' in found && found.parameter))
  faults.push(...unreadable.filter((found) => !('parameter' in found && parameters.has(found.parameter))))
  const body = checkBody(checks.body, request)
  return { faults: faults.concat(body.faults), isComplete: body.isComplete }
}

function checkBody(check: Check | undefined, { body, bodyFaults = [] }: FastifyRequest): Faults {
  const isComplete = bodyFaults.length <= listedFaults
  // A body with unreadable text has no value to check; those faults are reported alone.
  if (!check || (body === undefined && bodyFaults.length > 0)) return { faults: bodyFaults, isComplete }
  if (body === undefined) return { faults: [fault('', 'REQUIRED', 'a JSON body is required')], isComplete }
  const found = check(body)
  return { faults: [...found.faults, ...bodyFaults], isComplete: isComplete && found.isComplete }
}

/** Text of the query as the numbers and booleans its schema names; what does not read as one stays text. */
function readQuery(query: Record<string, unknown>, { properties }: Query): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, readParameter(value, properties[name]?.type)])
  )
}

function readParameter(value: unknown, type: string | undefined): unknown {
  if (typeof value !== 'string') return value
  if (type === 'integer' && /^-?\d{1,15}$/.test(value)) return Number(value)
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  return value
}

function parameterFaults(values: unknown, check: Check): Fault[] {
  return check(values).faults.map(({ pointer, code, message }) => {
    const parameter = pointer.slice(1)
    const isRepeated =
      code === 'INVALID_TYPE' && Array.isArray((values as Record<string, unknown>)[parameter])
    return {
      parameter,
      code: code === 'UNKNOWN_FIELD' ? 'UNKNOWN_PARAMETER' : code,
      message: isRepeated ? 'may be given once only' : message
    }
  })
}

/**
 * Faults of the text of path and query parameters that could not be kept as it was sent: `NUL_CHARACTER`, and
 * `INVALID_UTF8` for what is no percent-encoded UTF-8, which the parser of the query would leave as it stands.
 */
function urlTextFaults({ params, query, url }: FastifyRequest): Fault[] {
  const faults = new Map<string, Fault>()
  for (const [name, value] of [...entriesOf(params), ...entriesOf(query)]) {
    if (String(value).includes('\0')) {
      faults.set(name, parameterFault(name, 'NUL_CHARACTER', 'holds a NUL character'))
    }
  }
  for (const pair of url.split(/[?#](.*)/s)[1]?.split('&') ?? []) {
    const [name = '', value = ''] = pair.split(/=(.*)/s)
    if (decoded(value) === undefined) {
      const shown = decoded(name) ?? name
      faults.set(shown, parameterFault(shown, 'INVALID_UTF8', 'is not percent-encoded UTF-8'))
    }
  }
  return [...faults.values()]
}

function entriesOf(values: unknown): [string, unknown][] {
  return Object.entries((values ?? {}) as object)
}

function decoded(text: string): string | undefined {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}
