import { ActionIcon, Button, Text, Tooltip } from '@mantine/core'
import type { Order } from '@purveyor/client'
import { IconFileText, IconX } from '@tabler/icons-react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { ordersTexts } from '../../../texts/orders.ts'
import { t } from '../../../texts/texts.ts'
import { useAcknowledge } from '../../../ui/orders/use-acknowledge.ts'
import { useDownload } from '../../../ui/use-download.ts'
import type { RowSelection } from '../../../ui/use-row-selection.ts'
import { slipsOf } from '../packing-slip.ts'
import classes from './order-list.module.css'

/** What can be done with the selected orders. */
export function SelectionBar({ selection }: { selection: RowSelection<Order> }) {
  const { purveyor } = useSignedIn()
  const acknowledge = useAcknowledge()
  const download = useDownload()
  const { rows } = selection
  const fresh = rows.filter(({ allowedActions }) => allowedActions.includes('acknowledge'))
  const open = rows.filter(({ allowedActions }) => allowedActions.includes('ship'))
  return (
    <section className={classes.bar} aria-label={ordersTexts.selected(rows.length)}>
      <Text fw={600} flex="1 0 auto" role="status">
        {ordersTexts.selected(rows.length)}
      </Text>
      <Tooltip label={t.lists.clearSelection}>
        <ActionIcon onClick={selection.clear} aria-label={t.lists.clearSelection}>
          <IconX size={16} />
        </ActionIcon>
      </Tooltip>
      {open.length > 0 && (
        <Button
          size="compact-md"
          variant="default"
          className={classes.action}
          leftSection={<IconFileText size={16} />}
          loading={download.isPending}
          onClick={() => download.mutate(slipsOf(purveyor, open))}
        >
          {ordersTexts.slips(open.length)}
        </Button>
      )}
      {fresh.length > 0 && (
        <Button
          size="compact-md"
          className={classes.action}
          loading={acknowledge.isPending}
          onClick={() => acknowledge.mutate(fresh, { onSuccess: selection.clear })}
        >
          {ordersTexts.acknowledgeMany(fresh.length)}
        </Button>
      )}
    </section>
  )
}
