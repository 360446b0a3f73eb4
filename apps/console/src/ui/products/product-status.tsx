import { Badge } from '@mantine/core'
import type { Product } from '@purveyor/client'
import { productTexts } from '../../texts/product.ts'

const colors = { PENDING_APPROVAL: 'amber', PUBLISHED: 'green', HIDDEN: 'gray', DRAFT: 'red' }

/** The status of a product, and that edits of it wait. */
export function StatusBadge({ product: { status, pendingRevision } }: { product: Product }) {
  const texts = productTexts.status
  return (
    <>
      <Badge component="span" color={colors[status]}>
        {texts[status]}
      </Badge>
      {pendingRevision && (
        <Badge component="span" color="blue">
          {texts.edits}
        </Badge>
      )}
    </>
  )
}
