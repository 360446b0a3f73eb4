import { Anchor, Badge, Group, Text } from '@mantine/core'
import type { Product, VendorStatistics } from '@purveyor/client'
import { Link } from 'wouter'
import { todayTexts } from '../../texts/today.ts'
import { Ago } from '../../ui/ago.tsx'
import { allLabel, TaskCard } from './task-card.tsx'
import classes from './today.module.css'
import { useRejectedProducts } from './use-today.ts'

/** The newest products that are rejected or have rejected edits, with the reasons. */
export function RejectedCard({ statistics }: { statistics: VendorStatistics | undefined }) {
  const { data, error, refetch, isPending } = useRejectedProducts()
  const products = data?.products ?? []
  const count = data?.estimatedTotalCount ?? statistics?.rejectedProducts
  return (
    <TaskCard
      title={todayTexts.rejected}
      count={count}
      all={{
        href: '/products?isRejected=true',
        label: allLabel(count, products.length, todayTexts.showProducts)
      }}
      none={todayTexts.noRejected}
      error={error}
      onRetry={() => void refetch()}
      isPending={isPending}
    >
      {products.map((product) => (
        <RejectedRow key={product.id} product={product} />
      ))}
    </TaskCard>
  )
}

function RejectedRow({ product: { id, name, status, moderation } }: { product: Product }) {
  const reasons = moderation?.reasons ?? []
  return (
    <li className={classes.row}>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Anchor component={Link} href={`/products/${id}`} fw={600} truncate title={name}>
          <bdi>{name}</bdi>
        </Anchor>
        <Badge color="red" flex="none">
          {status === 'DRAFT' ? todayTexts.rejectedProduct : todayTexts.rejectedEdit}
        </Badge>
      </Group>
      <Text fz="sm" lineClamp={2}>
        <bdi>{reasons[0]?.text ?? todayTexts.noReason}</bdi>
      </Text>
      <Text c="dimmed" fz="sm">
        {reasons.length > 1 && <>{todayTexts.moreReasons(reasons.length - 1)} · </>}
        {moderation && <Ago time={moderation.decidedAt} />}
      </Text>
    </li>
  )
}
