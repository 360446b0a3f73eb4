import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TObject } from 'typebox'
import { type Fault, invalid } from '../../errors.ts'
import { entryFault, fault, parameterFault } from '../faults.ts'
import { maxListedFaults } from '../problem.ts'
import { type Check, createSchemaCompiler } from './request-schemas.ts'
import { type KnownNames, knownNames, lettersOf, nearestName } from './suggest.ts'

/**
 * A function that checks a body against rules that a schema can't express, such as two fields that must
 * agree. The function also runs if validation by the schema found faults, so it must ignore values of a wrong
 * type. It must take time linear in the size of the body, and run in a thread if it can take more than a few
 * milliseconds. It may replace values of the body by their normalised form.
 */
export type BodyRules = (body: unknown) => Fault[] | Promise<Fault[]>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Checks of the body that a schema can't express. The response lists their faults and those of the schema. */
    rules?: BodyRules
    /** Checks of the query that a schema can't express. They also run if validation by the schema found faults. */
    queryRules?: (query: Record<string, unknown>) => Fault[]
  }
  interface FastifyRequest {
    /** Faults that were found while the body was parsed, such as text that can't be stored. */
    bodyFaults: Fault[]
  }
}

type Query = { check: Check; properties: Record<string, { type?: string }>; names: KnownNames }
type Checks = { params?: Check; query: Query; body?: Check }
type Faults = { faults: Fault[]; isComplete: boolean }

/** The checks of this process, by the schemas of their routes. */
const compiled = new WeakMap<object, Checks>()

/**
 * Adds strict validation of path, query and body. One response lists all faults (contract 7). Values of
 * bodies are never coerced. A query parameter is converted to a number, boolean or list if its schema has
 * that type. The entries of a list are separated by commas, or the parameter is repeated.
 */
export function addValidation(app: FastifyInstance): void {
  const compile = createSchemaCompiler()
  // Turns Fastify's own validation off. The hook below validates all parts and reports their faults together.
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
    const checked = checkParts(checks, request)
    // If the search stopped early, the body may still contain a list that is too long for the rules.
    if (!config.rules || request.body === undefined || !checked.isComplete) return finish(checked, done)
    const ruleFaults = config.rules(request.body)
    if (!(ruleFaults instanceof Promise)) return finish(withRuleFaults(checked, ruleFaults), done)
    ruleFaults.then((faults) => finish(withRuleFaults(checked, faults), done), done)
  })
}

function finish({ faults, isComplete }: Faults, done: (error?: Error) => void): void {
  if (faults.length > 0) done(invalid(faults, isComplete))
  else done()
}

/**
 * Adds `ruleFaults` to the faults that the schema found. Leaves out the rule faults of fields that already
 * have a fault.
 */
export function withRuleFaults({ faults, isComplete }: Faults, ruleFaults: Fault[]): Faults {
  if (ruleFaults.length === 0) return { faults, isComplete }
  const pointers = new Set(faults.map((entry) => 'pointer' in entry && entry.pointer))
  const more = ruleFaults.filter((entry) => !('pointer' in entry && pointers.has(entry.pointer)))
  return { faults: faults.concat(more), isComplete }
}

function compileParts(
  compile: (schema: unknown) => Check,
  schema: { params?: unknown; querystring?: unknown; body?: unknown }
): Checks {
  const query = schema.querystring ?? { type: 'object', additionalProperties: false }
  const { properties = {} } = query as Partial<TObject>
  return {
    ...(schema.params ? { params: compile(schema.params) } : {}),
    // A body with several content types is streamed. The handler that reads it also validates it.
    ...(schema.body && !('content' in (schema.body as object)) ? { body: compile(schema.body) } : {}),
    query: { check: compile(query), properties, names: knownNames(Object.keys(properties)) }
  }
}

function checkParts(checks: Checks, request: FastifyRequest): Faults {
  const faults: Fault[] = checks.params ? parameterFaults(request.params, checks.params) : []
  const query = readQuery(request.query as Record<string, unknown>, checks.query)
  request.query = query
  faults.push(...parameterFaults(query, checks.query.check, checks.query.names))
  faults.push(...(request.routeOptions.config.queryRules?.(query) ?? []))
  // Outside the API, for example for assets, a path that can't be decoded gets a 404 instead.
  const unreadable = request.routeOptions.config.access ? urlTextFaults(request) : []
  const parameters = new Set(faults.map((entry) => 'parameter' in entry && entry.parameter))
  faults.push(...unreadable.filter((entry) => !('parameter' in entry && parameters.has(entry.parameter))))
  const body = checkBody(checks.body, request)
  return { faults: faults.concat(body.faults), isComplete: body.isComplete }
}

function checkBody(check: Check | undefined, { body, bodyFaults = [] }: FastifyRequest): Faults {
  const isComplete = bodyFaults.length <= maxListedFaults
  // A body that could not be parsed has no value to validate. Only the faults of parsing are reported.
  if (!check || (body === undefined && bodyFaults.length > 0)) return { faults: bodyFaults, isComplete }
  if (body === undefined)
    return { faults: [fault('', 'REQUIRED', 'is required and must be JSON')], isComplete }
  const checked = check(body)
  return { faults: [...checked.faults, ...bodyFaults], isComplete: isComplete && checked.isComplete }
}

/** Converts text of the query to numbers, booleans and lists where the schema of the query has these types. */
function readQuery(query: Record<string, unknown>, { properties }: Query): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, readParameter(value, properties[name]?.type)])
  )
}

function readParameter(value: unknown, type: string | undefined): unknown {
  if (type === 'array') return [value].flat().flatMap((text) => String(text).split(','))
  if (typeof value !== 'string') return value
  if (type === 'integer' && /^-?\d{1,15}$/.test(value)) return Number(value)
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  return value
}

function parameterFaults(values: unknown, check: Check, names?: KnownNames): Fault[] {
  return check(values).faults.map(({ pointer, code, message }) => {
    const [parameter = '', index] = pointer.slice(1).split('/')
    if (code === 'UNKNOWN_FIELD') {
      const meant = names && nearestParameter(parameter, names)
      const suggestion = meant === undefined ? '' : ` (did you mean ${meant}?)`
      return parameterFault(parameter, 'UNKNOWN_PARAMETER', `is not a known parameter${suggestion}`)
    }
    const isRepeated =
      code === 'INVALID_TYPE' && Array.isArray((values as Record<string, unknown>)[parameter])
    if (index !== undefined) return entryFault(parameter, Number(index), [code, message])
    return parameterFault(parameter, code, isRepeated ? 'must not be repeated' : message)
  })
}

/** Names that other APIs have for parameters, by their letters in lower case. */
const otherNames = new Map([
  ...['limit', 'perpage', 'pagesize', 'size', 'count', 'top', 'maxresults'].map(
    (name) => [name, 'first'] as const
  ),
  ...['cursor', 'startingafter', 'pagetoken'].map((name) => [name, 'after'] as const),
  ['endingbefore', 'before'],
  ...['q', 'query'].map((name) => [name, 'search'] as const)
])

/** Returns the parameter that an unknown one probably stands for, or undefined. */
function nearestParameter(unknown: string, parameters: KnownNames): string | undefined {
  const other = unknown.length > 20 ? undefined : otherNames.get(lettersOf(unknown))
  return other !== undefined && parameters.byLetters.has(other) ? other : nearestName(unknown, parameters)
}

/**
 * Returns faults of path and query parameters whose text can't be stored as it was sent: `NUL_CHARACTER` for
 * a NUL character, and `INVALID_UTF8` for text that isn't percent-encoded UTF-8. For such text the query
 * parser reports no error but leaves the text undecoded.
 */
function urlTextFaults({ params, query, url }: FastifyRequest): Fault[] {
  // Only an escape can stand for a NUL character or for bytes that are not UTF-8.
  if (!url.includes('%')) return []
  const faults = new Map<string, Fault>()
  for (const [name, value] of [...entriesOf(params), ...entriesOf(query)]) {
    if (String(value).includes('\0')) {
      faults.set(name, parameterFault(name, 'NUL_CHARACTER', 'must not contain a NUL character'))
    }
  }
  for (const pair of url.split(/[?#](.*)/s)[1]?.split('&') ?? []) {
    const [name = '', value = ''] = pair.split(/=(.*)/s)
    if (decoded(value) === undefined) {
      const shown = decoded(name) ?? name
      const message = 'must be percent-encoded UTF-8, such as caf%C3%A9'
      faults.set(shown, parameterFault(shown, 'INVALID_UTF8', message))
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
