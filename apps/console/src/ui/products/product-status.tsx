import { Badge } from '@mantine/core'
import type { Product } from '@purveyor/client'
import { t } from '../../texts/texts.ts'

const colors = { PENDING_APPROVAL: 'amber', PUBLISHED: 'green', HIDDEN: 'gray', DRAFT: 'red' }

/** The status of a product, and that edits of it wait. */
export function StatusBadge({ product: { status, pendingRevision } }: { product: Product }) {
  const texts = t.productScreen.status
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
