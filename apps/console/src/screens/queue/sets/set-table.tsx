import { Anchor, Loader, Table, Text } from '@mantine/core'
import type { ChangeSet, ModerationChange, ModerationEntry } from '@purveyor/client'
import { Link } from 'wouter'
import { t } from '../../../texts/texts.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { fieldName } from '../../../ui/field-name.ts'
import { LoadMore } from '../../../ui/load-more.tsx'
import { useCurrency } from '../../../ui/use-currency.ts'
import { Change, Money } from '../difference/values/prices.tsx'
import { entryKey } from '../entry.ts'
import classes from './set-table.module.css'
import { useSetEntries } from './use-change-sets.ts'

type Props = { set: ChangeSet; hrefOf(key: string): string }

/** All changes of a set, one in each row. Further rows are read when the end of the table comes into view. */
export function SetTable({ set, hrefOf }: Props) {
  const { entries, error, hasNextPage, isFetching, isPending, fetchNextPage, refetch } = useSetEntries(set)
  const { currency } = useCurrency()
  const hasSeveralFields = set.fields.length > 1
  if (isPending) return <Loader size="sm" mt="md" />
  if (error) return <ErrorAlert error={error} onRetry={() => void refetch()} />
  return (
    <>
      <Table className={classes.table} verticalSpacing={6} aria-label={t.changeSets.tableLabel}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t.changeSets.product}</Table.Th>
            {hasSeveralFields && <Table.Th scope="col">{t.changeSets.field}</Table.Th>}
            <Table.Th scope="col" ta="end">
              {t.changeSets.accepted}
            </Table.Th>
            <Table.Th scope="col" ta="end">
              {t.changeSets.now}
            </Table.Th>
            <Table.Th scope="col" ta="end">
              {t.changeSets.difference}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {entries.flatMap((entry) =>
            entry.changes.map((change) => (
              <Table.Tr key={`${entry.product.id} ${change.variantId ?? ''} ${change.field}`}>
                <Product entry={entry} href={hrefOf(entryKey(entry))} />
                {hasSeveralFields && <Table.Td>{fieldName(change.field)}</Table.Td>}
                <Values change={change} currency={currency} />
              </Table.Tr>
            ))
          )}
        </Table.Tbody>
      </Table>
      <LoadMore hasMore={hasNextPage} isLoading={isFetching} onMore={() => void fetchNextPage()} />
    </>
  )
}

function Product({ entry: { product }, href }: { entry: ModerationEntry; href: string }) {
  return (
    <Table.Th scope="row" fw={400} className={classes.product}>
      <Anchor component={Link} href={href}>
        <bdi>{product.name}</bdi>
      </Anchor>
      {product.sku && (
        <Text span c="dimmed" fz="xs" display="block">
          {product.sku}
        </Text>
      )}
    </Table.Th>
  )
}

function Values({ change, currency }: { change: ModerationChange; currency: string | undefined }) {
  const { live, proposed } = change
  if (change.variantId !== undefined) {
    return (
      <>
        <Table.Td ta="end">
          <Money amount={live} currency={currency} />
        </Table.Td>
        <Table.Td ta="end" fw={600}>
          <Money amount={proposed} currency={currency} />
        </Table.Td>
        <Table.Td ta="end">
          <Change before={live} after={proposed} />
        </Table.Td>
      </>
    )
  }
  return (
    <>
      <Table.Td ta="end" className={classes.text}>
        {briefly(live)}
      </Table.Td>
      <Table.Td ta="end" fw={600} className={classes.text}>
        {briefly(proposed)}
      </Table.Td>
      <Table.Td />
    </>
  )
}

/** Returns a value of a product in few words. The entry of the product shows it completely. */
function briefly(value: unknown): string {
  if (Array.isArray(value)) return t.changeSets.values(value.length)
  if (value === null || value === '') return t.changeSets.empty
  if (typeof value === 'boolean') return value ? t.changeSets.yes : t.changeSets.no
  return typeof value === 'object' ? t.changeSets.values(Object.keys(value).length) : String(value)
}
