import { Button } from '@mantine/core'
import { attributesTexts } from '../../../texts/attributes.ts'
import { productTexts } from '../../../texts/product.ts'
import { isRequiredNow } from '../../../ui/attributes/attribute-field.ts'
import { attributeProblem } from '../../../ui/attributes/attribute-problem.ts'
import { attributeValue } from '../../../ui/attributes/attribute-values.ts'
import { useProductForm } from '../form/form-context.ts'
import { messageAt } from '../form/product-faults.ts'
import type { VariantRow } from '../form/product-form.ts'

type Props = { row: VariantRow; name: string; onClick: () => void }

/** Opens the attributes of a variant, and says how many it has, or how many are missing. */
export function AttributesButton({ row, name, onClick }: Props) {
  const { fields, faults } = useProductForm()
  const { attributes } = row
  const values = fields.variant.map((field) => ({ field, value: attributeValue(attributes, field.code) }))
  const missing = values.filter(({ field, value }) => value === undefined && isRequiredNow(field)).length
  const isWrong =
    messageAt(faults, `/variants/${row.key}/attributes`, { deep: true }) !== undefined ||
    values.some(
      ({ field, value }) => value !== undefined && attributeProblem(field, value, attributesTexts.problem)
    )
  const texts = productTexts.variants
  const label = texts.attributesOf(attributes.length, name)
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      tabIndex={-1}
      color={isWrong ? 'red' : missing > 0 ? 'amber' : undefined}
      aria-invalid={isWrong || undefined}
      aria-label={missing > 0 ? `${label}, ${attributesTexts.missing(missing)}` : label}
      onClick={onClick}
    >
      {missing > 0 ? attributesTexts.missing(missing) : texts.attributes(attributes.length)}
    </Button>
  )
}
