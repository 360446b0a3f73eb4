import { Anchor, Text } from '@mantine/core'
import type { LowVariant, VendorStatistics } from '@purveyor/client'
import { Link } from 'wouter'
import { todayTexts } from '../../texts/today.ts'
import { allLabel, TaskCard } from './task-card.tsx'
import classes from './today.module.css'

/** A variant has little stock if at most this many pieces are available. The default of the service. */
const limit = 5

type Props = { statistics: VendorStatistics | undefined; error: unknown; onRetry: () => void }

/** The variants with the fewest available pieces. */
export function StockCard({ statistics, error, onRetry }: Props) {
  const variants = statistics?.lowestStock ?? []
  return (
    <TaskCard
      title={todayTexts.stock}
      count={statistics?.lowStock}
      all={{
        href: `/products?maxStockAvailable=${limit}`,
        label: allLabel(statistics?.lowStock, variants.length, todayTexts.showProducts)
      }}
      none={todayTexts.noStock(limit)}
      error={statistics ? undefined : error}
      onRetry={onRetry}
      isPending={!statistics}
    >
      {variants.map((variant) => (
        <VariantRow key={variant.variantId} variant={variant} />
      ))}
    </TaskCard>
  )
}

function VariantRow({ variant }: { variant: LowVariant }) {
  const { productId, productName, variantName, sku, stockAvailable } = variant
  return (
    <li className={classes.variant}>
      <div className={classes.name}>
        <Anchor
          component={Link}
          href={`/products/${productId}`}
          fw={600}
          truncate
          display="block"
          title={productName}
        >
          <bdi>{productName}</bdi>
        </Anchor>
        <Text c="dimmed" fz="sm" truncate>
          <bdi>{variantName}</bdi> · <bdi>{sku}</bdi>
        </Text>
      </div>
      <Text fz="sm" className={classes.left} data-out={stockAvailable === 0 || undefined}>
        {stockAvailable === 0 ? todayTexts.outOfStock : todayTexts.left(stockAvailable)}
      </Text>
    </li>
  )
}
