import {
  Ajv,
  type AnySchema,
  type ErrorObject,
  type SchemaValidateFunction,
  type ValidateFunction
} from 'ajv'
import formats from 'ajv-formats'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TObject, TSchema } from 'typebox'
import { type Fault, invalid } from '../errors.ts'
import { type DecimalBounds, parseDecimal } from '../lib/decimal.ts'
import { isUuid } from '../lib/ids.ts'
import { fault } from './faults.ts'
import { components } from './schema.ts'
import { urlTextFaults } from './url-text.ts'

/**
 * Rules of a body that a schema cannot say, such as two fields that must agree. They run beside the schema, even
 * when it found faults, so they look only at what has the right type.
 */
export type BodyRules = (body: unknown) => Fault[]

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Checked together with the schema; all faults are told at once. */
    rules?: BodyRules
  }
  interface FastifyRequest {
    /** Faults found while the body was read, such as text that cannot be stored. */
    bodyFaults: Fault[]
  }
}

type Validators = { params?: ValidateFunction; query?: ValidateFunction; body?: ValidateFunction }

/**
 * Strict validation of path, query and body, all faults at once (specification 7). Bodies are never coerced;
 * only text of the path and query becomes the number or boolean that its schema names.
 */
export function addValidation(app: FastifyInstance): void {
  const ajv = makeAjv()
  const compiled = new WeakMap<object, Validators>()
  // Validation is the hook below, so that faults of all parts are told together.
  app.setValidatorCompiler(() => () => true)
  app.decorateRequest('bodyFaults')
  app.addHook('preHandler', (request, _reply, done) => {
    const { schema, config } = request.routeOptions
    if (!schema) return done()
    let validators = compiled.get(schema)
    if (!validators) {
      validators = compileParts(ajv, schema)
      compiled.set(schema, validators)
    }
    const faults = [...checkParts(validators, request), ...(request.bodyFaults ?? [])]
    if (config.rules && request.body !== undefined) {
      const places = new Set(faults.map((found) => 'pointer' in found && found.pointer))
      faults.push(
        ...config.rules(request.body).filter((found) => !('pointer' in found && places.has(found.pointer)))
      )
    }
    if (faults.length > 0) throw invalid(faults)
    done()
  })
}

function makeAjv(): Ajv {
  const ajv = new Ajv({
    allErrors: true,
    strict: true,
    allowUnionTypes: true,
    verbose: true,
    ownProperties: true
  })
  formats.default(ajv, ['date-time', 'email', 'uri', 'binary'])
  // Stricter than ajv-formats, which takes urn:uuid: too.
  ajv.addFormat('uuid', isUuid)
  ajv.addVocabulary(['fieldHints', 'patternHint', 'example'])
  ajv.addKeyword({
    keyword: 'trim',
    type: 'string',
    before: 'maxLength',
    modifying: true,
    errors: false,
    validate: ((_, value, __, place) => replace(place as Place, value.trim())) as SchemaValidateFunction
  })
  ajv.addKeyword({
    keyword: 'decimal',
    type: ['number', 'string'],
    modifying: true,
    errors: true,
    validate: checkDecimal
  })
  for (const schema of components.values()) ajv.addSchema(schema as AnySchema)
  return ajv
}

type Place = { parentData: Record<string | number, unknown>; parentDataProperty: string | number }

function replace(place: Place, value: unknown): true {
  place.parentData[place.parentDataProperty] = value
  return true
}

const checkDecimal: SchemaValidateFunction = (bounds, value, _, place) => {
  const parsed = parseDecimal(value, bounds as DecimalBounds)
  if (parsed.ok) return replace(place as Place, parsed.value)
  checkDecimal.errors = [{ keyword: 'decimal', params: { reason: parsed.reason, ...bounds } }]
  return false
}

function compileParts(
  ajv: Ajv,
  schema: { params?: unknown; querystring?: unknown; body?: unknown }
): Validators {
  return {
    ...(schema.params ? { params: ajv.compile(schema.params as AnySchema) } : {}),
    // A body of several content types is streamed: whoever reads it checks it.
    ...(schema.body && !('content' in (schema.body as object))
      ? { body: ajv.compile(schema.body as AnySchema) }
      : {}),
    query: ajv.compile((schema.querystring ?? { type: 'object', additionalProperties: false }) as AnySchema)
  }
}

function checkParts(validators: Validators, request: FastifyRequest): Fault[] {
  const faults: Fault[] = []
  // Outside of the API, as for assets, what cannot be a path is just not there.
  const unreadable = request.routeOptions.config.access ? urlTextFaults(request) : []
  if (validators.params && !validators.params(request.params)) {
    faults.push(...parameterFaults(validators.params.errors ?? []))
  }
  if (validators.query) {
    const query = readQuery(request.query as Record<string, unknown>, validators.query.schema as TSchema)
    if (!validators.query(query)) {
      faults.push(...parameterFaults(validators.query.errors ?? []))
    }
    request.query = query
  }
  const places = new Set(faults.map((found) => 'parameter' in found && found.parameter))
  faults.push(...unreadable.filter((found) => !('parameter' in found && places.has(found.parameter))))
  // A body with unreadable text has no value to check; those faults are told alone.
  if (validators.body && !(request.bodyFaults && request.body === undefined)) {
    if (request.body === undefined) faults.push(fault('', 'REQUIRED', 'a JSON body is required'))
    else if (!validators.body(request.body)) faults.push(...bodyFaults(validators.body.errors ?? []))
  }
  return faults
}

/** Text of the query as the numbers and booleans its schema names; what does not read as one stays text. */
function readQuery(query: Record<string, unknown>, schema: TSchema): Record<string, unknown> {
  const properties = (schema as Partial<TObject>).properties as Record<string, { type?: string }> | undefined
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, readParameter(value, properties?.[name]?.type)])
  )
}

function readParameter(value: unknown, type: string | undefined): unknown {
  if (typeof value !== 'string') return value
  if (type === 'integer' && /^-?\d{1,15}$/.test(value)) return Number(value)
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  return value
}

function parameterFaults(errors: ErrorObject[]): Fault[] {
  const byName = new Map<string, Fault>()
  for (const error of errors) {
    const { pointer, code, message } = fieldFault(error)
    const parameter = pointer.slice(1)
    const repeated = code === 'INVALID_TYPE' && Array.isArray(error.data)
    if (byName.has(parameter)) continue
    byName.set(parameter, {
      parameter,
      code: code === 'UNKNOWN_FIELD' ? 'UNKNOWN_PARAMETER' : code,
      message: repeated ? 'may be given once only' : message
    })
  }
  return [...byName.values()]
}

function bodyFaults(errors: ErrorObject[]): Fault[] {
  const byPlace = new Map<string, Fault>()
  for (const error of errors) {
    const found = fieldFault(error)
    if (!byPlace.has(found.pointer)) byPlace.set(found.pointer, found)
  }
  return [...byPlace.values()]
}

type FieldFault = { pointer: string; code: string; message: string }

/** The validator's error as one fault at the field itself, a missing or unknown one too. */
function fieldFault(error: ErrorObject): FieldFault {
  const { instancePath: path, keyword, params, data } = error
  const parent = error.parentSchema as Record<string, unknown> & { fieldHints?: Record<string, FieldFault> }
  switch (keyword) {
    case 'required':
      return fault(`${path}/${escapePointer(params.missingProperty)}`, 'REQUIRED', 'is required')
    case 'additionalProperties': {
      const name = params.additionalProperty as string
      const hint =
        parent.fieldHints && Object.hasOwn(parent.fieldHints, name) ? parent.fieldHints[name] : undefined
      const { code, message } = hint ?? { code: 'UNKNOWN_FIELD', message: 'is not a known field' }
      return fault(`${path}/${escapePointer(name)}`, code, message)
    }
    case 'type':
      if (data === null) return fault(path, 'REQUIRED', 'cannot be null')
      return fault(path, 'INVALID_TYPE', `must be ${typeNames(params.type)}`)
    case 'minLength':
      return fault(path, 'TOO_SHORT', `must have at least ${characters(params.limit)}`)
    case 'maxLength':
      return fault(path, 'TOO_LONG', `must have at most ${characters(params.limit)}`)
    case 'minimum':
    case 'exclusiveMinimum':
      return fault(path, 'TOO_SMALL', `must be ${params.limit} or more`)
    case 'maximum':
      return fault(path, 'TOO_LARGE', `must be ${params.limit} or less`)
    case 'minItems':
    case 'minProperties':
      return fault(path, 'TOO_FEW', `must have at least ${params.limit}`)
    case 'maxItems':
    case 'maxProperties':
      return fault(path, 'TOO_MANY', `must have at most ${params.limit}`)
    case 'enum':
      return fault(
        path,
        'NOT_ALLOWED',
        `must be one of ${(params.allowedValues as unknown[]).filter(Boolean).join(', ')}`
      )
    case 'format':
      return formatFault(path, params.format)
    case 'pattern':
      return fault(path, 'INVALID_FORMAT', `must be ${parent.patternHint ?? `of the form ${params.pattern}`}`)
    case 'decimal':
      return decimalFault(path, params)
    default:
      return fault(path, 'INVALID_VALUE', error.message ?? 'is not valid')
  }
}

function formatFault(path: string, format: string): FieldFault {
  if (format === 'uuid') return fault(path, 'INVALID_UUID', 'must be a UUID')
  if (format === 'date-time')
    return fault(path, 'INVALID_TIMESTAMP', 'must be an ISO 8601 timestamp with a time zone')
  return fault(path, 'INVALID_FORMAT', `must be a valid ${format === 'uri' ? 'URL' : format}`)
}

function decimalFault(
  path: string,
  { reason, integerDigits, fractionDigits }: ErrorObject['params']
): FieldFault {
  if (reason === 'negative') return fault(path, 'TOO_SMALL', 'must be 0 or more')
  const form = `with at most ${integerDigits} digits before the point and ${fractionDigits} after it`
  return fault(path, 'INVALID_DECIMAL', `must be a decimal ${form}`)
}

function typeNames(type: string | string[]): string {
  const names = (Array.isArray(type) ? type : type.split(',')).filter((name) => name !== 'null')
  return names.map((name) => (/^[aeio]/.test(name) ? `an ${name}` : `a ${name}`)).join(' or ')
}

function characters(count: number): string {
  return count === 1 ? '1 character' : `${count} characters`
}

function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}
