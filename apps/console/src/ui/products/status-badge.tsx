import { Badge, Tooltip } from '@mantine/core'
import type { ProductStatus } from '@purveyor/client'
import { memo } from 'react'
import { catalogTexts } from '../../texts/catalog.ts'
import { type CatalogRow, isVariant } from './product-row.ts'

const colors: Record<ProductStatus, string> = {
  PUBLISHED: 'green',
  PENDING_APPROVAL: 'amber',
  DRAFT: 'red',
  HIDDEN: 'gray'
}

/** The status of a product, and whether an edit of it waits for approval. */
export function StatusBadge({ row }: { row: CatalogRow }) {
  if (isVariant(row)) return row.isActive ? null : <Badge color="gray">{catalogTexts.inactive}</Badge>
  return (
    <>
      <Status status={row.status} />
      {row.hasPendingRevision && (
        <Tooltip key={row.id} label={catalogTexts.pendingEdit}>
          <Badge color="blue">{catalogTexts.edited}</Badge>
        </Tooltip>
      )}
    </>
  )
}

/** Most rows that the grid shows in the same element have the same status. */
const Status = memo(function Status({ status }: { status: ProductStatus }) {
  return <Badge color={colors[status]}>{catalogTexts.statuses[status]}</Badge>
})
