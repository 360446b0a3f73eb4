import { Badge, Button, Text } from '@mantine/core'
import type { PlatformProductRow, ProductStatus } from '@purveyor/client'
import { IconPackage } from '@tabler/icons-react'
import { Link } from 'wouter'
import { catalogTexts } from '../../../texts/catalog.ts'
import { vendorTexts } from '../../../texts/vendors.ts'
import { Ago } from '../../../ui/ago.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { formatMoney, formatNumber } from '../../../ui/format.ts'
import { useCurrency } from '../../../ui/use-units.ts'
import { useNewestProducts } from '../use-vendor-parts.ts'
import { NewestNote } from './newest-note.tsx'
import type { TabProps } from './vendor-page.tsx'

const texts = vendorTexts.products
const colors: Record<ProductStatus, string> = {
  PUBLISHED: 'green',
  PENDING_APPROVAL: 'amber',
  DRAFT: 'red',
  HIDDEN: 'gray'
}

/** The products that changed last. All of them are in the list of products. */
export function ProductsTab({ vendor: { id }, page }: TabProps) {
  const { data, error, isPending, refetch } = useNewestProducts(id)
  const { currency } = useCurrency()
  const price = ({ priceMin, priceMax }: PlatformProductRow) => {
    if (priceMin === null) return null
    const money = formatMoney(priceMin, currency)
    return priceMin === priceMax ? money : texts.from(money)
  }
  const all = (
    <Button component={Link} href={`/products?vendorId=${id}`} variant="default">
      {texts.all}
    </Button>
  )
  return page(
    <>
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {data && data.length > 0 && <NewestNote>{texts.newest}</NewestNote>}
      {!error && (
        <DataTable
          label={vendorTexts.tabs.products}
          columns={[
            { key: 'name', label: texts.name, cell: Name },
            { key: 'status', label: texts.status, cell: Status },
            { key: 'price', label: texts.price, cell: price, isNumber: true },
            {
              key: 'stock',
              label: texts.stock,
              cell: ({ stockAvailable }) => formatNumber(stockAvailable),
              isNumber: true
            },
            {
              key: 'changed',
              label: texts.changed,
              cell: ({ updatedAt }) => <Ago time={updatedAt} />,
              from: 56
            }
          ]}
          rows={data ?? []}
          keyOf={({ id }) => id}
          href={({ id }) => `/products?product=${id}`}
          isLoading={isPending}
          empty={<Empty icon={IconPackage} title={texts.empty} text={texts.emptyText} />}
        />
      )}
    </>,
    all
  )
}

function Name({ name, sku }: PlatformProductRow) {
  return (
    <>
      <bdi>{name}</bdi>
      <Text span display="block" c="dimmed" fz="xs" fw={400}>
        {sku}
      </Text>
    </>
  )
}

function Status({ status, hasPendingRevision }: PlatformProductRow) {
  return (
    <>
      <Badge color={colors[status]} miw="max-content">
        {catalogTexts.statuses[status]}
      </Badge>{' '}
      {hasPendingRevision && (
        <Badge color="blue" miw="max-content">
          {catalogTexts.edited}
        </Badge>
      )}
    </>
  )
}
