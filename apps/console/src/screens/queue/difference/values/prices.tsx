import { Skeleton, Table } from '@mantine/core'
import type { ModerationChange } from '@purveyor/client'
import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react'
import { t } from '../../../../texts/texts.ts'
import { ErrorAlert } from '../../../../ui/error-alert.tsx'
import { fieldName } from '../../../../ui/field-name.ts'
import { formatMoney, formatPercent } from '../../../../ui/format.ts'
import { useCurrency } from '../../../../ui/use-currency.ts'
import { useDifference } from '../difference-context.tsx'
import { InlineText } from '../text/marked-text.tsx'
import { priceChange } from './price-change.ts'
import { useProduct } from './use-product.ts'
import classes from './values.module.css'

/** Shows the old and the new price of each variant, and by how much it rose or fell. */
export function Prices({ field, changes }: { field: string; changes: ModerationChange[] }) {
  const { entry } = useDifference()
  const { data: product, isPending, error, refetch } = useProduct(entry.product.id, entry.version)
  const { currency, isPending: isCurrencyPending } = useCurrency()
  if (isPending || isCurrencyPending) return <Skeleton height={36 + 34 * changes.length} />
  // Without the product, it would look as if its variants were deleted.
  if (error && !product) return <ErrorAlert error={error} onRetry={() => void refetch()} />
  const variants = new Map(product?.variants.map((variant) => [variant.id, variant]))
  const label = t.difference.table(fieldName(field), entry.product.name)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the box scrolls, so the keyboard must reach it.
    <section className={classes.scroll} tabIndex={0} aria-label={label}>
      <Table verticalSpacing={5} className={classes.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t.difference.variant}</Table.Th>
            <Table.Th ta="end">{t.difference.accepted}</Table.Th>
            <Table.Th ta="end">{t.difference.now}</Table.Th>
            <Table.Th ta="end">{t.difference.change}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {changes.map(({ variantId = '', live, proposed }) => {
            const variant = variants.get(variantId)
            return (
              <Table.Tr key={variantId}>
                <Table.Th scope="row" className={classes.rowHead}>
                  {variant ? <InlineText text={variant.name} /> : t.difference.deletedVariant}
                  {variant && <span className={classes.sku}>{variant.sku}</span>}
                </Table.Th>
                <Table.Td ta="end">
                  <Money amount={live} currency={currency} />
                </Table.Td>
                <Table.Td ta="end" fw={600}>
                  <Money amount={proposed} currency={currency} />
                </Table.Td>
                <Table.Td ta="end">
                  <Change before={live} after={proposed} />
                </Table.Td>
              </Table.Tr>
            )
          })}
        </Table.Tbody>
      </Table>
    </section>
  )
}

/** An amount of money, or a dash if there is none. */
export function Money({ amount, currency }: { amount: unknown; currency: string | undefined }) {
  return typeof amount === 'string' ? formatMoney(amount, currency) : <span className={classes.empty}>–</span>
}

/** By how much a price rose or fell, or a dash if one of the prices is missing. */
export function Change({ before, after }: { before: unknown; after: unknown }) {
  const change = priceChange(before, after)
  if (change === undefined) return <span className={classes.empty}>–</span>
  const Icon = change > 0 ? IconArrowUpRight : IconArrowDownRight
  const text = formatPercent(Math.abs(change))
  return (
    <span className={classes.change}>
      <Icon size={15} role="img" aria-label={change > 0 ? t.difference.rose : t.difference.fell} />
      {text}
    </span>
  )
}
