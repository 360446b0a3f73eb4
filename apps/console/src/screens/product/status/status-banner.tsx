import { Alert, Stack, Text } from '@mantine/core'
import type { Product } from '@purveyor/client'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { productTexts } from '../../../texts/product.ts'
import { Ago } from '../../../ui/ago.tsx'
import { fieldName } from '../../../ui/field-name.ts'
import { ReasonList } from '../../../ui/products/reason-list.tsx'
import { rejectionOf } from '../../../ui/products/reasons.ts'
import { StagedEdits } from './staged-edits.tsx'
import { SubmitAgain } from './submit-again.tsx'

const Corrections = lazy(() => import('./corrections.tsx'))

/** Says in a sentence what the status of a product means and what to do next. */
export function StatusBanner({ product }: { product: Product }) {
  const { status, pendingRevision } = product
  return (
    <Stack>
      {status === 'PENDING_APPROVAL' && <Pending product={product} />}
      {status === 'HIDDEN' && <Hidden product={product} />}
      <Rejected product={product} />
      {product.corrections.length > 0 && (
        <Suspense fallback={null}>
          <Corrections product={product} />
        </Suspense>
      )}
      {pendingRevision && <StagedEdits product={product} revision={pendingRevision} />}
    </Stack>
  )
}

function Pending({ product }: { product: Product }) {
  const texts = productTexts.status
  const hasVariant = product.variants.length > 0
  return (
    <Alert color={hasVariant ? 'blue' : 'amber'} title={texts.pendingTitle}>
      {hasVariant ? texts.pending : texts.noVariant}
    </Alert>
  )
}

/** The reasons for hiding are only in the event. */
function Hidden({ product }: { product: Product }) {
  const { purveyor } = useSignedIn()
  const texts = productTexts.status
  const { data: reason } = useQuery({
    queryKey: ['hidden-because', product.id, product.updatedAt],
    queryFn: async ({ signal }) => {
      const query = { type: 'product.hidden', productId: product.id, last: 1 } as const
      const { events } = await purveyor.events.list(query, { signal }).page()
      return events.at(-1)?.details.reason ?? null
    }
  })
  return (
    <Alert color="amber" title={texts.hiddenTitle}>
      {reason && <Text style={{ whiteSpace: 'pre-line' }}>{texts.because(reason)}</Text>}
      <Text>{texts.hidden}</Text>
    </Alert>
  )
}

function Rejected({ product }: { product: Product }) {
  const { canWrite } = useSignedIn()
  const texts = productTexts.status
  const rejection = rejectionOf(product)
  if (!rejection) {
    if (product.status !== 'DRAFT') return null
    return (
      <Alert color="amber" title={texts.draftTitle}>
        {canWrite && <SubmitAgain product={product} />}
      </Alert>
    )
  }
  const isProduct = product.status === 'DRAFT'
  return (
    <Alert
      color="red"
      title={isProduct ? texts.draftTitle : texts.editsRejectedTitle(rejection.fields.map(fieldName))}
    >
      <Text>
        {isProduct ? texts.draft : texts.editsRejected} <Ago time={rejection.decidedAt} c="dimmed" />
      </Text>
      {rejection.reasons.length > 0 && <ReasonList reasons={rejection.reasons} product={product} />}
      {isProduct && canWrite && <SubmitAgain product={product} />}
    </Alert>
  )
}
