import { type Static, Type } from 'typebox'
import type { Fault } from '../../../errors.ts'
import { fault } from '../../../http/faults.ts'
import { input, line, named, optional, ref } from '../../../http/schema.ts'
import { listOf, recordOf } from '../../../lib/shape.ts'
import { historyFields } from '../fields/history.ts'
import { moderatedFields } from '../fields/lists.ts'
import type { Reason } from '../write/reason.ts'

const reasonText = line({
  min: 1,
  max: 2000,
  description: 'The reason, which the vendor can read',
  examples: ['The description names another product.']
})

/** The maximum number of code points in the texts of all reasons of a decision together. */
const maxTotalText = 10_000

const jsonPointer = Type.String({
  maxLength: 500,
  pattern: '^(/([^~/]|~[01])*)+$',
  patternHint: 'a JSON pointer, such as /pendingRevision/name',
  description:
    'A JSON pointer to the value that the reason is about, in the product as `GET /platform/products/{id}` returns it',
  examples: ['/pendingRevision/images/2']
})

/** A reason in a request. */
export const ReasonInput = named(
  'ReasonInput',
  input({
    code: optional(
      Type.String({
        pattern: '^[A-Z][A-Z0-9_]{0,63}$',
        patternHint: 'up to 64 of A-Z, 0-9 and _, beginning with a letter, such as WRONG_IMAGE',
        description: 'A code, such as that of a reason template',
        examples: ['WRONG_IMAGE']
      })
    ),
    pointer: optional(jsonPointer),
    imageId: optional(Type.String({ format: 'uuid', description: 'The image that the reason is about' })),
    text: reasonText
  }),
  'A reason to give for a decision'
)

/**
 * The properties of a request that gives reasons: one text, or a list of reasons. `reasonFaults` checks
 * them.
 */
export const reasonProperties = {
  reason: optional({
    ...reasonText,
    description: 'The reason as one text, which the vendor can read. Send either `reason` or `reasons`.'
  }),
  reasons: optional(
    Type.Array(ref(ReasonInput), {
      minItems: 1,
      maxItems: 50,
      description:
        `The reasons. The texts of all reasons of a decision have up to ${maxTotalText.toLocaleString('en')} ` +
        'characters together.'
    })
  )
}

type SentReasons = {
  reason?: string | null | undefined
  reasons?: Static<typeof ReasonInput>[] | null | undefined
}

/** Returns the reasons that a valid request gives. */
export function reasonsOf({ reason, reasons }: SentReasons): Reason[] {
  const inputs = reasons ?? (reason == null ? [] : [{ text: reason }])
  return inputs.map(({ code = null, pointer = null, imageId = null, text }) => {
    return { code, pointer, imageId: imageId?.toLowerCase() ?? null, text }
  })
}

/** The first steps of pointers into a product, besides `pendingRevision`. */
const pointedFields: ReadonlySet<unknown> = new Set([
  ...historyFields.filter((field) => !isUndecided(field)),
  ...['variants', 'categories', 'collections', 'tags', 'facetValues']
])

/** True for the fields of the history on which the operator doesn't decide. */
function isUndecided(field: string): boolean {
  return ['CREATED', 'DELETED', 'status', 'pendingRevision', 'moderation'].includes(field)
}

/**
 * Returns the faults of the reasons in a part of a body, which is at `pointer`. If reasons are required,
 * either `reason` or `reasons` must be sent. Otherwise, neither may be sent.
 */
export function reasonFaults(pointer: string, part: Record<string, unknown>, areRequired: boolean): Fault[] {
  const sent = ['reason', 'reasons'].filter((name) => part[name] !== undefined && part[name] !== null)
  if (!areRequired) {
    return sent.map((name) =>
      fault(`${pointer}/${name}`, 'NOT_TOGETHER', 'must not be sent with APPROVE or ACCEPT')
    )
  }
  if (sent.length === 0) {
    // Validation replaces a list that is too long by null, and its fault has the same pointer.
    const [name, other] = 'reasons' in part ? ['reasons', 'reason'] : ['reason', 'reasons']
    return [fault(`${pointer}/${name}`, 'REQUIRED', `is required, unless ${other} is sent`)]
  }
  return [
    ...(sent.length > 1
      ? [fault(`${pointer}/reasons`, 'NOT_TOGETHER', 'must not be sent together with reason')]
      : []),
    ...pointerFaults(`${pointer}/reasons`, part.reasons)
  ]
}

/**
 * Returns a fault at `pointer` if the texts of all reasons of a decision or a rule are too long together.
 * `parts` are the parts of the body that give the reasons, each with `reason` or `reasons`.
 */
export function totalLengthFaults(pointer: string, parts: Record<string, unknown>[]): Fault[] {
  const values = parts.flatMap(({ reason, reasons }) => [
    reason,
    ...listOf(reasons).map((item) => recordOf(item).text)
  ])
  const texts = values.filter((text) => typeof text === 'string').map((text) => text.trim())
  // A code point has one or two code units, so most texts don't have to be read.
  const units = texts.reduce((sum, text) => sum + text.length, 0)
  if (units <= maxTotalText) return []
  if (units <= 2 * maxTotalText && texts.reduce((sum, text) => sum + [...text].length, 0) <= maxTotalText)
    return []
  const message = `must have reasons with texts of at most ${maxTotalText.toLocaleString('en')} characters together`
  return [fault(pointer, 'TOO_LONG', message)]
}

/** Returns the faults of a list of reasons: pointers that point at no field of a product. */
export function pointerFaults(pointer: string, reasons: unknown): Fault[] {
  return listOf(reasons).flatMap((reason, index) => {
    const { pointer: sent } = recordOf(reason)
    if (typeof sent !== 'string' || !sent.startsWith('/')) return []
    const [, first, second] = sent.split('/', 3)
    const isKnown =
      first === 'pendingRevision'
        ? moderatedFields.some((field) => field === second)
        : pointedFields.has(first)
    if (isKnown) return []
    const message = 'must point at a field of the product, such as /variants/0/upc or /pendingRevision/name'
    return [fault(`${pointer}/${index}/pointer`, 'UNKNOWN_FIELD', message)]
  })
}
