import type { Fault } from '../../../errors.ts'
import { findFaults } from '../../../http/body/find-faults.ts'
import { maxListedFaults } from '../../../http/problem.ts'
import { isRecord, listOf } from '../../../lib/shape.ts'
import type { AttributeLevel } from './definition.ts'
import type { EffectiveAttributes } from './definitions.ts'
import { matchesPattern } from './value-schema.ts'

type PointerFault = Extract<Fault, { pointer: string }>

/** What is checked in a map of attributes. `isComplete` is true if required attributes must not be missing. */
type MapCheck = { level: AttributeLevel; pointer: string; isComplete: boolean }

/**
 * Returns the faults of a map of attributes, by the very schema that vendors read. The pointers begin with `pointer`, which
 * is that of the map. A map that is null or undefined counts as empty; other values that aren't maps have no faults here,
 * because the check of the body reports them.
 */
export function attributeMapFaults(
  effective: EffectiveAttributes,
  map: unknown,
  { level, pointer, isComplete }: MapCheck
): PointerFault[] {
  const value = map ?? {}
  if (!isRecord(value)) return []
  const { complete, partial } = effective.schemas[level]
  const schema = isComplete ? complete : partial
  // A copy, because the search replaces lists that are too long.
  const { faults } = findFaults({ ...value }, { schema, limit: maxListedFaults, ...sources })
  return faults.map((one) => ({ ...one, pointer: `${pointer}${one.pointer}`, code: codeOf(one.code) }))
}

const sources = {
  resolve: () => ({}),
  matchesFormat: (_: string, text: string) => isDate(text),
  matchesPattern
}

function codeOf(code: string): string {
  return code === 'UNKNOWN_FIELD' ? 'UNKNOWN_ATTRIBUTE' : code
}

/** True for a date of the calendar, such as 2026-02-28. */
function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** The attributes of a product and of its variants, as they are stored or sent. */
export type ProductAttributes = { attributes: unknown; variants: readonly { attributes?: unknown }[] }

/**
 * Returns the faults of all attributes of a product: wrong values, and required attributes without a value (`REQUIRED`). The
 * pointers are those of the product's fields, such as `/variants/0/attributes/voltage`.
 */
export function productAttributeFaults(
  effective: EffectiveAttributes,
  { attributes, variants }: ProductAttributes
): PointerFault[] {
  return [
    ...attributeMapFaults(effective, attributes, {
      level: 'PRODUCT',
      pointer: '/attributes',
      isComplete: true
    }),
    ...variants.flatMap((variant, index) =>
      attributeMapFaults(effective, variant.attributes, {
        level: 'VARIANT',
        pointer: `/variants/${index}/attributes`,
        isComplete: true
      })
    )
  ]
}

type SentProduct = { attributes?: unknown; variants?: unknown }

/** True if a body contains attributes of the product or of a variant. */
export function hasAttributes({ attributes, variants }: SentProduct): boolean {
  const isSent = (value: unknown) => value !== undefined && value !== null
  return (
    isSent(attributes) || listOf(variants).some((variant) => isRecord(variant) && isSent(variant.attributes))
  )
}
