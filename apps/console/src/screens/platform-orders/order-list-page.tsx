import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { t } from '../../texts/texts.ts'
import { Page } from '../../ui/page.tsx'
import { OrderList } from './order-list.tsx'
import { useOrderExport, usePlatformOrderFilters } from './use-platform-orders.ts'

/** The orders of all vendors. */
export function OrderListPage() {
  const file = useOrderExport(usePlatformOrderFilters())
  return (
    <Page
      title={t.platformOrders.title}
      intro={t.platformOrders.intro}
      actions={
        <Button
          variant="default"
          leftSection={<IconDownload size={16} />}
          loading={file.isPending}
          onClick={file.save}
        >
          {t.platformOrders.export}
        </Button>
      }
    >
      <OrderList />
    </Page>
  )
}
