import { Progress, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { ProblemError, type ProductRow, type Purveyor } from '@purveyor/client'
import { useState } from 'react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { catalogTexts } from '../../../texts/catalog.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { isVariant } from '../../../ui/products/product-row.ts'
import { useMutation } from '../../../ui/use-mutation.ts'
import { editableRows, inParallel } from './selected-variants.ts'
import type { Selected } from './use-selected.ts'

/** The largest number of items in a bulk update. */
const maxItems = 50_000

type Kind = 'onSale' | 'offSale' | 'submit'
type Props = { kind: Kind; selected: Selected; onClose(): void; onDone(): void }
type Counts = { done: number; failed: number }

/** Asks before something is done with the selected products at once. */
export function ActionDialog({ kind, selected, onClose, onDone }: Props) {
  const { purveyor } = useSignedIn()
  const [share, setShare] = useState(0)
  const run = useMutation({
    mutationFn: async () => {
      const products = await selected.read()
      if (kind === 'submit') return submitAgain(products, purveyor, setShare)
      return setOnSale(products, { purveyor, isActive: kind === 'onSale', onShare: setShare })
    },
    onSuccess({ done, failed }) {
      notifications.show({
        message: catalogTexts.done[kind](done, failed),
        color: failed > 0 ? 'amber' : 'green',
        autoClose: failed > 0 ? false : 4000
      })
      onDone()
      onClose()
    }
  })
  return (
    <ConfirmDialog
      opened
      title={catalogTexts.action[kind]}
      submitText={catalogTexts.run[kind]}
      onSubmit={() => run.mutate()}
      onClose={onClose}
      isSending={run.isPending}
      error={run.error}
    >
      <Text>{catalogTexts.explain[kind](selected.count, selected.isExact)}</Text>
      {run.isPending && <Progress value={share * 100} aria-label={catalogTexts.action[kind]} />}
    </ConfirmDialog>
  )
}

async function submitAgain(
  products: ProductRow[],
  purveyor: Purveyor,
  onShare: (share: number) => void
): Promise<Counts> {
  const rejected = products.filter(({ status }) => status === 'DRAFT')
  const counts: Counts = { done: 0, failed: 0 }
  await inParallel(rejected, async ({ id }) => {
    try {
      await purveyor.products.submit(id)
      counts.done++
    } catch (error) {
      // It was submitted or deleted in the meantime.
      if (!(error instanceof ProblemError)) throw error
      counts.failed++
    }
    onShare((counts.done + counts.failed) / rejected.length)
  })
  return counts
}

type Sale = { purveyor: Purveyor; isActive: boolean; onShare(share: number): void }

async function setOnSale(products: ProductRow[], { purveyor, isActive, onShare }: Sale): Promise<Counts> {
  const rows = await editableRows(products, purveyor)
  const items = rows.map((row) => ({
    product_id: isVariant(row) ? row.product.id : row.id,
    ...(isVariant(row) && { code: row.sku }),
    is_active: isActive
  }))
  const counts: Counts = { done: 0, failed: 0 }
  for (let first = 0; first < items.length; first += maxItems) {
    const part = items.slice(first, first + maxItems)
    const answer = await purveyor.products.bulkUpdate({ items: part, error_policy: 'reject_failed_items' })
    counts.done += answer.updated + answer.unchanged
    counts.failed += answer.failed
    onShare((first + part.length) / items.length)
  }
  return counts
}
