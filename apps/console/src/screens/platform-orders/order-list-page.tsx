import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { operatorTexts } from '../../texts/operator.ts'
import { Page } from '../../ui/page.tsx'
import { OrderList } from './order-list.tsx'
import { useOrderExport, usePlatformOrderFilters } from './use-platform-orders.ts'

/** The orders of all vendors. */
export function OrderListPage() {
  const file = useOrderExport(usePlatformOrderFilters())
  return (
    <Page
      title={operatorTexts.platformOrders.title}
      intro={operatorTexts.platformOrders.intro}
      actions={
        <Button
          variant="default"
          leftSection={<IconDownload size={16} />}
          loading={file.isPending}
          onClick={file.save}
        >
          {operatorTexts.platformOrders.export}
        </Button>
      }
    >
      <OrderList />
    </Page>
  )
}
