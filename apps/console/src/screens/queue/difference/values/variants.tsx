import { Badge, Skeleton, Table } from '@mantine/core'
import type { Variant } from '@purveyor/client'
import type { ReactNode } from 'react'
import { t } from '../../../../texts/texts.ts'
import type { AttributeField } from '../../../../ui/attributes/attribute-field.ts'
import { compareAttributes } from '../../../../ui/attributes/attribute-text.ts'
import { useDefinedFields } from '../../../../ui/attributes/use-attribute-definitions.ts'
import { wording } from '../../../../ui/attributes/wording.ts'
import { fieldName } from '../../../../ui/field-name.ts'
import { formatNumber } from '../../../../ui/format.ts'
import { useCurrency } from '../../../../ui/use-currency.ts'
import { useDifference } from '../difference-context.tsx'
import { InlineText } from '../text/marked-text.tsx'
import { Money } from './prices.tsx'
import classes from './values.module.css'

type Column = {
  name: keyof typeof t.fields
  isNumber?: boolean
  show: (variant: Variant) => ReactNode
}

/** Shows the variants of a new product as a table, with the columns that any of them has a value for. */
export function Variants({ variants }: { variants: Variant[] }) {
  const { entry } = useDifference()
  const { currency, isPending } = useCurrency()
  const { fields } = useDefinedFields(variants.some(({ attributes }) => Object.keys(attributes).length > 0))
  if (isPending) return <Skeleton height={36 + 34 * variants.length} />
  const columns = columnsFor(currency, fields).filter(({ show }) =>
    variants.some((variant) => show(variant) !== null)
  )
  const label = t.difference.table(fieldName('variants'), entry.product.name)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the box scrolls, so the keyboard must reach it.
    <section className={classes.scroll} tabIndex={0} aria-label={label}>
      <Table verticalSpacing={5} className={classes.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t.difference.variant}</Table.Th>
            {columns.map(({ name, isNumber }) => (
              <Table.Th key={name} ta={isNumber ? 'end' : undefined}>
                {t.fields[name]}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {variants.map((variant) => (
            <Table.Tr key={variant.id}>
              <Table.Th scope="row" className={classes.rowHead}>
                <InlineText text={variant.name} />
                <span className={classes.sku}>
                  <InlineText text={variant.sku} />
                </span>
                {!variant.isActive && <Badge color="gray">{t.difference.inactive}</Badge>}
              </Table.Th>
              {columns.map(({ name, isNumber, show }) => (
                <Table.Td key={name} ta={isNumber ? 'end' : undefined}>
                  {show(variant) ?? <span className={classes.empty}>–</span>}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}

function columnsFor(currency: string | undefined, fields: AttributeField[]): Column[] {
  const money = (amount: string | null) => amount && <Money amount={amount} currency={currency} />
  const text = (value: string | null) => value && <InlineText text={value} />
  return [
    { name: 'vendorPrice', isNumber: true, show: ({ vendorPrice }) => money(vendorPrice) },
    { name: 'price', isNumber: true, show: ({ price }) => money(price) },
    { name: 'listPrice', isNumber: true, show: ({ listPrice }) => money(listPrice) },
    { name: 'stockOnHand', isNumber: true, show: ({ stockOnHand }) => formatNumber(stockOnHand) },
    { name: 'upc', show: ({ upc }) => text(upc) },
    { name: 'partNumber', show: ({ partNumber }) => text(partNumber) },
    { name: 'unitOfMeasure', show: ({ unitOfMeasure }) => text(unitOfMeasure) },
    { name: 'weight', isNumber: true, show: ({ weight }) => weight },
    { name: 'attributes', show: ({ attributes }) => attributesText(fields, attributes) }
  ]
}

function attributesText(fields: AttributeField[], attributes: Record<string, unknown>): ReactNode {
  const entries = compareAttributes({ fields, wording }, {}, attributes)
  if (entries.length === 0) return null
  return entries.map(({ code, label, after = '' }) => (
    <span key={code} className={classes.attribute}>
      <span className={classes.key}>
        <InlineText text={label} />
      </span>{' '}
      <InlineText text={after} />
    </span>
  ))
}
