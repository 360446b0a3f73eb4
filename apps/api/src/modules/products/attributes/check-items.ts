import { attributeMapFaults, productAttributeFaults } from './check-attributes.ts'
import type { AttributeDefinitions } from './definitions.ts'
import { type CheckedAttributes, type ItemAttributes, splitFlat } from './item-attributes.ts'

/** Checks the attributes of an item by the rules for new products: required attributes must not be missing. */
export function checkItemAttributes(
  definitions: AttributeDefinitions,
  item: ItemAttributes
): CheckedAttributes {
  const effective = definitions.effective(item.categoryIds)
  if (!('flat' in item)) return { faults: productAttributeFaults(effective, item), productCodes: [] }
  const productCodes = definitions.productCodes(Object.keys(item.flat))
  const { product, variant } = splitFlat(item.flat, productCodes)
  const check = { pointer: '/attributes', isComplete: true }
  const faults = [
    ...attributeMapFaults(effective, product, { ...check, level: 'PRODUCT' }),
    ...attributeMapFaults(effective, variant, { ...check, level: 'VARIANT' })
  ]
  return { faults, productCodes }
}
