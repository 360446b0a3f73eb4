import type { Fault } from '../../errors.ts'
import { fault, repeatedFaults } from '../../http/faults.ts'
import { patternProblem } from '../products/attributes/value-schema.ts'
import type { Definition } from './queries.ts'

/** A fault of a field of the body. */
export type PointerFault = Extract<Fault, { pointer: string }>

/** The maximum number of attributes. Nodes have all of them in memory. */
export const maxAttributes = 2_000
/** The maximum number of options of all attributes together. */
export const maxTotalOptions = 50_000

/** The fault of a code that another attribute has. */
export const codeTaken = fault('/code', 'CODE_TAKEN', 'is already the code of another attribute')

/** Returns the faults of a definition that contradicts itself. */
export function definitionFaults(definition: Definition): PointerFault[] {
  return [
    ...codeFaults(definition),
    ...numberFaults(definition),
    ...textFaults(definition),
    ...optionFaults(definition)
  ]
}

function codeFaults({ code }: Definition): PointerFault[] {
  if (code !== 'unspc') return []
  return [fault('/code', 'NOT_ALLOWED', 'must not be unspc, which is the UNSPSC code of a variant')]
}

function isNumber({ type }: Definition): boolean {
  return type === 'NUMBER' || type === 'INTEGER'
}

function hasOptions({ type }: Definition): boolean {
  return type === 'OPTION' || type === 'OPTIONS'
}

function notWith(pointer: string, types: string): PointerFault {
  return fault(pointer, 'NOT_TOGETHER', `must be sent only with the type ${types}`)
}

function numberFaults(definition: Definition): PointerFault[] {
  const { type, min, max } = definition
  const given = (['unit', 'min', 'max'] as const).filter((field) => definition[field] !== null)
  if (!isNumber(definition)) return given.map((field) => notWith(`/${field}`, 'NUMBER or INTEGER'))
  const fractions = Object.entries({ min, max }).flatMap(([field, value]) =>
    type === 'INTEGER' && value !== null && !Number.isInteger(value)
      ? [fault(`/${field}`, 'INVALID_TYPE', 'must be a whole number, because the type is INTEGER')]
      : []
  )
  const isEmpty = min !== null && max !== null && min > max
  return [
    ...fractions,
    ...(isEmpty ? [fault('/min', 'EMPTY_RANGE', `must be at most ${max}, which is the value of max`)] : [])
  ]
}

function textFaults(definition: Definition): PointerFault[] {
  const given = (['maxLength', 'pattern'] as const).filter((field) => definition[field] !== null)
  if (definition.type !== 'TEXT') return given.map((field) => notWith(`/${field}`, 'TEXT'))
  const { pattern } = definition
  const problem = pattern === null ? undefined : patternProblem(pattern)
  if (problem === undefined) return []
  return [
    fault('/pattern', 'INVALID_PATTERN', `must be valid for RE2 and JavaScript: ${problem.slice(0, 200)}`)
  ]
}

function optionFaults(definition: Definition): PointerFault[] {
  const { options, facetId } = definition
  const codes = options.map(({ code }) => code)
  if (!hasOptions(definition)) {
    return [
      ...(options.length > 0 ? [notWith('/options', 'OPTION or OPTIONS')] : []),
      ...(facetId === null ? [] : [notWith('/facetId', 'OPTION or OPTIONS')])
    ]
  }
  const filed = options.flatMap(({ facetValueId }, index) =>
    facetId === null && facetValueId
      ? [fault(`/options/${index}/facetValueId`, 'NOT_TOGETHER', 'must be sent only if facetId is set')]
      : []
  )
  return [
    ...(options.length === 0 ? [fault('/options', 'REQUIRED', 'must have at least one option')] : []),
    ...repeatedFaults('/options', codes, { field: 'code', code: 'REPEATED_CODE' }),
    ...filed
  ]
}
