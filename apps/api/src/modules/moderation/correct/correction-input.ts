import { type Static, Type } from 'typebox'
import type { Fault } from '../../../errors.ts'
import { fault, repeatedFaults } from '../../../http/faults.ts'
import { input, named, optional, ref, Uuid } from '../../../http/schema.ts'
import { listOf, recordOf } from '../../../lib/shape.ts'
import { patchOf, productInputs, variantInputs } from '../../products/fields/inputs.ts'
import { correctableProductFields, correctableVariantFields } from '../../products/fields/lists.ts'
import { maxVariants } from '../../products/product-patch.ts'
import { lowerCase, productFaults } from '../../products/rules.ts'
import { Product, Variant } from '../../products/schema.ts'
import { ProductApproval, takeOver } from '../schema.ts'

const VariantCorrection = named(
  'VariantCorrection',
  input(
    { id: Uuid, ...pick(patchOf(variantInputs), correctableVariantFields) },
    { output: Variant, description: 'Values of a variant of a new product to correct' }
  )
)

/** The body of a correction (contract 4.13). */
export const RevisionCorrection = named(
  'RevisionCorrection',
  input(
    {
      version: {
        ...ProductApproval.properties.version,
        description:
          'The version that you saw, as returned by the queue or with the product. The response has the next one.'
      },
      takeOver,
      ...pick(patchOf(productInputs), correctableProductFields),
      variants: optional(
        Type.Array(ref(VariantCorrection), {
          maxItems: maxVariants,
          description: 'Variants of a new product. Variants that are not listed stay unchanged.'
        })
      )
    },
    { output: Product }
  ),
  'The version that you saw, and corrected values. Omitted fields stay unchanged.'
)
export type RevisionCorrection = Static<typeof RevisionCorrection>

function pick<T extends object, N extends keyof T>(properties: T, names: readonly N[]): Pick<T, N> {
  return Object.fromEntries(names.map((name) => [name, properties[name]])) as Pick<T, N>
}

/** Returns the faults of a correction that can be found without the database. */
export function correctionFaults(body: unknown): Fault[] {
  const { version: _, takeOver: __, variants, ...fields } = recordOf(body)
  const entries = listOf(variants).map(recordOf)
  const isEmpty = Object.keys(fields).length === 0 && listOf(variants).length === 0
  return [
    ...(isEmpty ? [fault('', 'TOO_FEW', 'must have at least 1 field to correct')] : []),
    ...productFaults(body),
    ...repeatedFaults(
      '/variants',
      entries.map(({ id }) => lowerCase(id)),
      { field: 'id', code: 'REPEATED_ID' }
    )
  ]
}
