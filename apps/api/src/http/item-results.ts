import { type Static, type TSchema, Type } from 'typebox'
import { type Fault as FieldFault, Problem } from '../errors.ts'
import { enumeration } from '../lib/enumerations.ts'
import type { JsonText } from './json-text.ts'
import { FaultSchema } from './openapi/openapi.ts'
import { detailOf, maxListedFaults } from './problem.ts'
import { named, nullableRef, oneOf, ref } from './schema.ts'

const ItemError = named(
  'ItemError',
  Type.Object({
    code: Type.String({
      description: 'A stable code that identifies the kind of error',
      examples: ['INVALID_TRANSITION']
    }),
    message: Type.String({
      description: 'The cause of the error, and how to fix it',
      examples: ['The order is SHIPPED. You can acknowledge an order only while it is CONFIRMED.']
    }),
    errors: Type.Optional(
      Type.Array(ref(FaultSchema), {
        description:
          'Only if fields caused the error. The pointers refer to the body of this request. At most the ' +
          'first 100 errors are listed.'
      })
    )
  }),
  'The error that a request with only this item would get'
)
type ItemError = Static<typeof ItemError>

const itemStatuses = enumeration('ItemStatus', ['SUCCEEDED', 'FAILED'], 'The result of an item of a set')

/**
 * Returns the schema of a response with one result for each item of a request. The schema becomes the
 * component `<name>Results`. `list` is the field of the request that contains the items, and `id` is the
 * schema of the `id` in a result.
 */
export function itemResults<T extends TSchema>(
  name: string,
  { list, id, description }: { list: string; id: T; description: string }
) {
  const result = named(
    `${name}Result`,
    Type.Object({
      index: Type.Integer({ description: `The index in \`${list}\``, examples: [0] }),
      id,
      status: oneOf(itemStatuses, {
        description: "SUCCEEDED if the item took effect. A FAILED item didn't change anything."
      }),
      error: { ...nullableRef(ItemError), description: 'The error, or null if the item took effect' }
    }),
    'The result of one item'
  )
  const count = (description: string, example: number) =>
    Type.Integer({ minimum: 0, description, examples: [example] })
  return named(
    `${name}Results`,
    Type.Object({
      total: count('The number of items', 2),
      succeeded: count('The number of items that took effect', 1),
      failed: count('The number of items that failed', 1),
      results: Type.Array(ref(result), { description: 'One result for each item, in the same order' })
    }),
    description
  )
}

/** A response of the schema that `itemResults` returns. */
type ItemResults<Id extends string | null> = {
  total: number
  succeeded: number
  failed: number
  results: { index: number; id: Id; status: 'SUCCEEDED' | 'FAILED'; error: ItemError | null }[]
}

/**
 * Returns the response of a request that has processed the items of the field `list`. `outcomes` contains the
 * `id` of the result of each item, and the problem with which the item was refused, if it was.
 */
export function itemResultsText<Id extends string | null>(
  list: string,
  outcomes: { id: Id; problem: Problem | undefined }[]
): JsonText<ItemResults<Id>> {
  const failed = outcomes.filter(({ problem }) => problem).length
  const answer: ItemResults<Id> = {
    ...{ total: outcomes.length, succeeded: outcomes.length - failed, failed },
    results: outcomes.map(({ id, problem }, index) =>
      problem
        ? { index, id, status: 'FAILED', error: errorOf(problem, `/${list}/${index}`) }
        : { index, id, status: 'SUCCEEDED', error: null }
    )
  }
  return JSON.stringify(answer)
}

/** Converts the problem of one item. `pointer` is prepended to the pointers of its faults. */
function errorOf({ code, detail, faults }: Problem, pointer: string): ItemError {
  const located = faultsBelow(pointer, faults)
  const message = detailOf(new Problem(code, { ...(detail !== undefined && { detail }), faults: located }))
  return { code, message, ...(located.length > 0 && { errors: located.slice(0, maxListedFaults) }) }
}

/** Returns the faults of a part of a body with pointers in the whole body. `pointer` is that of the part. */
export function faultsBelow(pointer: string, faults: FieldFault[]): FieldFault[] {
  return faults.map((fault) =>
    'pointer' in fault ? { ...fault, pointer: `${pointer}${fault.pointer}` } : fault
  )
}

/**
 * Returns the result of `work`, or the problem that it throws. Any other error isn't caught, because it isn't
 * the error of one item.
 */
export function resultOrProblem<T>(work: () => T): T | Problem {
  try {
    return work()
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}
