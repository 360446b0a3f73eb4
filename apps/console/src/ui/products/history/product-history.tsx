import { Button, Skeleton, Stack, Text, Timeline } from '@mantine/core'
import type { HistoryEntry, Product } from '@purveyor/client'
import { IconHistory } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useSignedIn } from '../../../session/session-context.tsx'
import { productTexts } from '../../../texts/product.ts'
import { Ago } from '../../ago.tsx'
import { Empty } from '../../empty.tsx'
import { ErrorAlert } from '../../error-alert.tsx'
import { fieldName } from '../../field-name.ts'
import { actorName } from './actor-name.ts'
import { AttributeChanges } from './attribute-changes.tsx'
import { describeValue } from './describe-value.ts'
import { groupHistory, type HistoryGroup } from './group-history.ts'
import classes from './history.module.css'

const pageSize = 50

/** Every change of a product, newest first. */
export function ProductHistory({ product }: { product: Product }) {
  const { purveyor, side } = useSignedIn()
  const products = side === 'platform' ? purveyor.platform.products : purveyor.products
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['product-history', product.id],
    queryFn: ({ pageParam, signal }) =>
      products
        .history(product.id, { first: pageSize, ...(pageParam && { after: pageParam }) }, { signal })
        .page(),
    initialPageParam: '',
    getNextPageParam: ({ pageInfo }) => (pageInfo.hasNextPage ? pageInfo.endCursor : null)
  })
  const texts = productTexts.history
  if (error) return <ErrorAlert error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={320} />
  const groups = groupHistory(data.pages.flatMap(({ history }) => history))
  if (groups.length === 0) return <Empty icon={IconHistory} title={texts.empty} text={texts.emptyDetail} />
  return (
    <div>
      <Timeline bulletSize={12} lineWidth={2} active={groups.length}>
        {groups.map((group) => (
          <Timeline.Item key={group.key} title={<Heading group={group} />}>
            <Stack gap={4} mt={4}>
              {group.entries.map((entry) => (
                <Change key={entry.id} entry={entry} product={product} />
              ))}
            </Stack>
          </Timeline.Item>
        ))}
      </Timeline>
      {hasNextPage && (
        <Button variant="default" mt="md" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {texts.more}
        </Button>
      )}
    </div>
  )
}

function Heading({ group: { entries } }: { group: HistoryGroup }) {
  const [{ actor, source, occurredAt }] = entries
  const how = productTexts.history.sources[source.type]
  return (
    <Text fw={600} component="span">
      {actorName(actor)}{' '}
      <Text span c="dimmed" fw={400}>
        {[how].filter(Boolean).join(' ')} <Ago time={occurredAt} />
      </Text>
    </Text>
  )
}

/** A changed field with its value before and after. */
function Change({ entry, product }: { entry: HistoryEntry; product: Product }) {
  const { field, variantId, oldValue, newValue } = entry
  const texts = productTexts.history
  const variant = variantId
    ? texts.variant(product.variants.find(({ id }) => id === variantId)?.sku ?? skuIn(newValue ?? oldValue))
    : ''
  if (field === 'CREATED' || field === 'DELETED') {
    const what = variant || texts.product
    return <Text>{field === 'CREATED' ? texts.created(what) : texts.deleted(what)}</Text>
  }
  const names: Record<string, string> = texts.fields
  const name = names[field] ?? fieldName(field)
  return (
    <Text component="div" className={classes.change}>
      <span className={classes.field}>{variant ? `${name}, ${variant}` : name}</span>
      {field === 'attributes' && <AttributeChanges entry={entry} product={product} />}
      {field !== 'moderation' && field !== 'attributes' && (
        <>
          <del className={classes.old}>{describeValue(field, oldValue)}</del>
          <span aria-hidden>→</span>
        </>
      )}
      {field !== 'attributes' && <ins className={classes.new}>{describeValue(field, newValue)}</ins>}
    </Text>
  )
}

function skuIn(value: unknown): string {
  const { sku } = (typeof value === 'object' && value !== null ? value : {}) as { sku?: unknown }
  return typeof sku === 'string' ? sku : ''
}
