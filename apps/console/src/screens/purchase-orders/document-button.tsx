import { ActionIcon, Tooltip } from '@mantine/core'
import type { PurchaseOrderEntry } from '@purveyor/client'
import { IconDownload } from '@tabler/icons-react'
import { useSignedIn } from '../../session/session-context.tsx'
import { purchaseOrdersTexts } from '../../texts/orders.ts'
import { useDownload } from '../../ui/use-download.ts'
import { documentOf } from './use-purchase-orders.ts'

/** Downloads a purchase order as a PDF. */
export function DocumentButton({ order }: { order: PurchaseOrderEntry }) {
  const { purveyor } = useSignedIn()
  const download = useDownload()
  const label = purchaseOrdersTexts.documentOf(order.poNumber)
  return (
    <Tooltip label={label}>
      <ActionIcon
        aria-label={label}
        loading={download.isPending}
        onClick={() => download.mutate([documentOf(purveyor, order)])}
      >
        <IconDownload size={17} />
      </ActionIcon>
    </Tooltip>
  )
}
