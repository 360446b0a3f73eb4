import { Skeleton, Text, Title } from '@mantine/core'
import type { CommissionPreview } from '@purveyor/client'
import { vendorTexts } from '../../../texts/vendors.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import { formatMoney } from '../../../ui/format.ts'
import classes from '../vendors.module.css'
import type { Preview } from './use-preview.ts'

const texts = vendorTexts.terms

/** Which prices the commission that was typed moves. */
export function CommissionEffects({ preview: { data, error, isLoading } }: { preview: Preview }) {
  return (
    <section aria-labelledby="effects" aria-live="polite">
      <Title order={3} id="effects" mb={6}>
        {texts.preview}
      </Title>
      {isLoading && <Skeleton h={120} aria-busy />}
      {!isLoading && !data && !error && <Text c="dimmed">{texts.previewHint}</Text>}
      {data && <Effects preview={data} />}
    </section>
  )
}

function Effects({ preview }: { preview: CommissionPreview }) {
  const { variants, increased, decreased, averageChange, currency, largest } = preview
  const moved = increased + decreased
  if (moved === 0) return <Text>{texts.same}</Text>
  const money = (amount: string) => formatMoney(amount, currency)
  return (
    <>
      <Text className={classes.moves} mb="sm">
        <b>{texts.moves(moved, variants)}</b>
        {increased > 0 && <span>{texts.rises(increased)}</span>}
        {decreased > 0 && <span>{texts.falls(decreased)}</span>}
        <span>{texts.average(money(averageChange))}</span>
      </Text>
      <DataTable
        label={texts.largest}
        columns={[
          {
            key: 'product',
            label: texts.product,
            cell: ({ productName, sku }) => (
              <>
                <bdi>{productName}</bdi>{' '}
                <Text span c="dimmed" fz="xs" fw={400}>
                  {sku}
                </Text>
              </>
            )
          },
          { key: 'before', label: texts.before, cell: ({ price }) => money(price), isNumber: true },
          { key: 'after', label: texts.after, cell: ({ newPrice }) => money(newPrice), isNumber: true }
        ]}
        rows={largest.slice(0, 5)}
        keyOf={({ variantId }) => variantId}
      />
      <Text c="dimmed" fz="sm" mt="xs">
        {texts.ordersStay}
      </Text>
    </>
  )
}
