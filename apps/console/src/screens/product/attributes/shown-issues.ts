import type { Product } from '@purveyor/client'
import type { AttributeFields } from '../../../ui/attributes/attribute-field.ts'
import { unescaped } from '../form/product-faults.ts'

/** An issue of an attribute. Variants in the pointer are named by their ids, as in the form. */
export type ShownIssue = {
  pointer: string
  label: string
  /** The SKU of the variant, if it is one of a variant. */
  variant: string | undefined
  isMissing: boolean
  message: string
}

/** Returns the issues of a product in the words of its form. */
export function issuesOf(
  { attributeIssues, variants }: Pick<Product, 'attributeIssues' | 'variants'>,
  fields: AttributeFields
): ShownIssue[] {
  return attributeIssues.map(({ pointer, code, message }) => {
    const path = pointer.split('/').slice(1).map(unescaped)
    const variant = path[0] === 'variants' ? variants[Number(path[1])] : undefined
    const name = path.at(-1) ?? ''
    const known = (variant ? fields.variant : fields.product).find((field) => field.code === name)
    return {
      pointer: variant ? pointer.replace(/^\/variants\/\d+/, `/variants/${variant.id}`) : pointer,
      label: known?.label ?? name,
      variant: variant?.sku,
      isMissing: code === 'REQUIRED',
      message
    }
  })
}
