import {
  Ajv,
  type AnySchema,
  type FormatDefinition,
  type SchemaValidateFunction,
  type ValidateFunction
} from 'ajv'
import formats from 'ajv-formats'
import { type DecimalBounds, parseDecimal } from '../../lib/decimal.ts'
import { isUuid } from '../../lib/ids.ts'
import { fault } from '../faults.ts'
import { maxListedFaults } from '../problem.ts'
import { components } from '../schema.ts'
import { type FoundFaults, findFaults, type RequestSchema, schemaKeywords } from './find-faults.ts'

/**
 * Validates a value, and normalises its text and decimals in place. Returns at most `maxListedFaults + 1`
 * faults.
 */
export type Check = (value: unknown) => FoundFaults

const formatNames = ['date-time', 'email', 'uri', 'binary'] as const

/**
 * Returns a compiler of request schemas. Ajv decides whether a value is valid and stops at the first fault.
 * If the value is invalid, `findFaults` lists its faults. Ajv doesn't list the faults, because this would
 * take time quadratic in the number of faults.
 */
export function createSchemaCompiler(): (schema: unknown) => Check {
  const ajv = sharedAjv()
  const sources = {
    resolve: (ref: string) => components.get(ref.replace(/#$/, '')) as RequestSchema,
    matchesFormat: (name: string, text: string) => matchesFormat(ajv, name, text)
  }
  return (schema) => {
    refuseUnknownKeywords(schema as RequestSchema)
    const validate = ajv.compile(schema as AnySchema)
    return (value) => {
      if (validate(value)) return { faults: [], isComplete: true }
      const { errors } = validate
      const result = findFaults(value, {
        ...sources,
        schema: schema as RequestSchema,
        limit: maxListedFaults
      })
      return result.faults.length > 0 ? result : ajvFault(errors)
    }
  }
}

/**
 * Converts Ajv's error to a fault. This function is only a fallback, for a value that Ajv refuses and in
 * which `findFaults` finds no fault. A test shows that this doesn't happen with the schemas of routes.
 */
function ajvFault(errors: ValidateFunction['errors']): FoundFaults {
  const { instancePath = '', message = 'is not valid' } = errors?.[0] ?? {}
  return { faults: [fault(instancePath, 'INVALID_VALUE', message)], isComplete: false }
}

let shared: Ajv | undefined
/** The ids of the shared schemas that `shared` has. */
const added = new Set<string>()

/** Returns the compiler of this process, with all shared schemas. Several services, as in tests, compile a schema once. */
function sharedAjv(): Ajv {
  shared ??= createAjv()
  for (const [id, schema] of components) {
    if (added.has(id)) continue
    shared.addSchema(schema as AnySchema)
    added.add(id)
  }
  return shared
}

function createAjv(): Ajv {
  // A test validates all schemas. Validating them here would take a twentieth of the start of the service.
  const checks = { strict: true, validateSchema: false, meta: false }
  const ajv = new Ajv({ ...checks, allowUnionTypes: true, ownProperties: true })
  formats.default(ajv, [...formatNames])
  // Stricter than ajv-formats, which also accepts urn:uuid:.
  ajv.addFormat('uuid', isUuid)
  ajv.addVocabulary(['fieldHints', 'patternHint', 'maximumHint', 'example', 'enumeration'])
  ajv.addKeyword({
    keyword: 'trim',
    type: 'string',
    before: 'maxLength',
    modifying: true,
    errors: false,
    validate: ((_, value, __, slot) => replace(slot as Slot, value.trim())) as SchemaValidateFunction
  })
  ajv.addKeyword({
    keyword: 'decimal',
    type: ['number', 'string'],
    modifying: true,
    errors: false,
    validate: ((bounds: DecimalBounds, value: unknown, _, slot) => {
      const parsed = parseDecimal(value, bounds)
      return parsed.ok && replace(slot as Slot, parsed.value)
    }) as SchemaValidateFunction
  })
  return ajv
}

type Slot = { parentData: Record<string | number, unknown>; parentDataProperty: string | number }

function replace(slot: Slot, value: unknown): true {
  slot.parentData[slot.parentDataProperty] = value
  return true
}

function matchesFormat(ajv: Ajv, name: string, text: string): boolean {
  const format = ajv.formats[name]
  const test = (format as FormatDefinition<string> | undefined)?.validate ?? format
  if (test instanceof RegExp) return test.test(text)
  return typeof test === 'function' ? Boolean(test(text as never)) : true
}

/**
 * Throws if the schema has a keyword that `findFaults` doesn't support, because `findFaults` could not list
 * violations of that keyword.
 */
function refuseUnknownKeywords(schema: RequestSchema, seen = new Set<RequestSchema>()): void {
  if (seen.has(schema)) return
  seen.add(schema)
  const unknown = Object.keys(schema).find((name) => !schemaKeywords.has(name))
  if (unknown) throw new Error(`The keyword ${unknown} is not supported by findFaults.`)
  if (schema.$ref) refuseUnknownKeywords(components.get(schema.$ref.replace(/#$/, '')) as RequestSchema, seen)
  for (const property of Object.values(schema.properties ?? {})) refuseUnknownKeywords(property, seen)
  if (schema.items) refuseUnknownKeywords(schema.items, seen)
  if (typeof schema.additionalProperties === 'object')
    refuseUnknownKeywords(schema.additionalProperties, seen)
}
