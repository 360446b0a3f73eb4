import { Anchor, Text } from '@mantine/core'
import type { ChangeSet, ModerationChange, ModerationEntry } from '@purveyor/client'
import { Link } from 'wouter'
import { changeSetsTexts } from '../../../texts/change-sets.ts'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { fieldName } from '../../../ui/field-name.ts'
import { LoadMore } from '../../../ui/load-more.tsx'
import { useCurrency } from '../../../ui/use-units.ts'
import { priceColumns } from '../difference/values.tsx'
import { entryKey } from '../entry.ts'
import { useSetEntries } from './change-sets.ts'

type Props = { set: ChangeSet; hrefOf(key: string): string }
type SetChange = { entry: ModerationEntry; change: ModerationChange }

/** All changes of a set, one in each row. Further rows are read when the end of the table comes into view. */
export function SetTable({ set, hrefOf }: Props) {
  const { entries, error, hasNextPage, isFetching, isPending, fetchNextPage, refetch } = useSetEntries(set)
  const { currency } = useCurrency()
  if (error) return <ErrorAlert error={error} onRetry={() => void refetch()} />
  const prices = priceColumns<SetChange>(({ change }) => change, currency)
  const others = [
    ({ change }: SetChange) => briefly(change.live),
    ({ change }: SetChange) => briefly(change.proposed)
  ]
  const field: Column<SetChange> = {
    key: 'field',
    label: changeSetsTexts.field,
    cell: ({ change }) => fieldName(change.field)
  }
  return (
    <>
      <DataTable<SetChange>
        label={changeSetsTexts.tableLabel}
        rows={entries.flatMap((entry) => entry.changes.map((change) => ({ entry, change })))}
        keyOf={({ entry, change }) => `${entry.product.id} ${change.variantId ?? ''} ${change.field}`}
        isLoading={isPending}
        columns={[
          {
            key: 'product',
            label: changeSetsTexts.product,
            width: '40%',
            cell: ({ entry }) => <Product entry={entry} href={hrefOf(entryKey(entry))} />
          },
          ...(set.fields.length > 1 ? [field] : []),
          ...prices.map((column, index) => ({
            ...column,
            cell: (row: SetChange) =>
              row.change.variantId === undefined ? others[index]?.(row) : column.cell(row)
          }))
        ]}
      />
      <LoadMore hasMore={hasNextPage} isLoading={isFetching} onMore={() => void fetchNextPage()} />
    </>
  )
}

function Product({ entry: { product }, href }: { entry: ModerationEntry; href: string }) {
  return (
    <>
      <Anchor component={Link} href={href}>
        <bdi>{product.name}</bdi>
      </Anchor>
      {product.sku && (
        <Text span c="dimmed" fz="xs" display="block">
          {product.sku}
        </Text>
      )}
    </>
  )
}

/** Returns a value of a product in few words. The entry of the product shows it completely. */
function briefly(value: unknown): string {
  if (Array.isArray(value)) return changeSetsTexts.values(value.length)
  if (value === null || value === '') return changeSetsTexts.empty
  if (typeof value === 'boolean') return value ? changeSetsTexts.yes : changeSetsTexts.no
  return typeof value === 'object' ? changeSetsTexts.values(Object.keys(value).length) : String(value)
}
