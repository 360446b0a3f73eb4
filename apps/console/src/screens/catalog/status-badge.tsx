import { Badge, Tooltip } from '@mantine/core'
import type { ProductStatus } from '@purveyor/client'
import { t } from '../../texts/texts.ts'
import { type CatalogRow, isVariant } from './rows/catalog-row.ts'

const colors: Record<ProductStatus, string> = {
  PUBLISHED: 'green',
  PENDING_APPROVAL: 'amber',
  DRAFT: 'red',
  HIDDEN: 'gray'
}

/** The status of a product, and whether an edit of it waits for approval. */
export function StatusBadge({ row }: { row: CatalogRow }) {
  if (isVariant(row)) return row.isActive ? null : <Badge color="gray">{t.catalog.inactive}</Badge>
  return (
    <>
      <Badge color={colors[row.status]}>{t.catalog.statuses[row.status]}</Badge>
      {row.hasPendingRevision && (
        <Tooltip label={t.catalog.pendingEdit}>
          <Badge color="blue">{t.catalog.edited}</Badge>
        </Tooltip>
      )}
    </>
  )
}
