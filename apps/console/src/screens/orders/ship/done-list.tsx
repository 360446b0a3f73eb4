import { Button, Loader, Paper, Text, Title } from '@mantine/core'
import { t } from '../../../texts/texts.ts'
import { useCarriers } from '../../../ui/orders/use-carriers.ts'
import classes from './ship.module.css'
import type { DoneShipment } from './shipping-outbox.ts'
import { useShipKeys } from './use-ship-keys.ts'
import type { ShipQueue } from './use-ship-queue.ts'
import { useDoneShipments, useUnsentShipments } from './use-shipping-outbox.ts'
import { useUndo, useUndoLast } from './use-undo.ts'

const maxListed = 8

/** What was just shipped. Each shipment can be undone. */
export function DoneList({ queue }: { queue: ShipQueue }) {
  const done = useDoneShipments()
  const unsent = useUnsentShipments()
  const { nameOf } = useCarriers()
  const undo = useUndo((orderId) => queue.showId(orderId))
  const undoOne = (one: DoneShipment) => {
    if (!undo.isPending || undo.variables !== one) undo.mutate(one)
  }
  useShipKeys({ 'alt+Z': useUndoLast(undoOne) })
  return (
    <Paper withBorder radius="md" component="section" aria-label={t.shipping.done}>
      <div className={classes.listHead}>
        <Title order={2} fz="md">
          {t.shipping.done}
        </Title>
        <Text c="dimmed" fz="sm" role="status">
          {t.orders.count(done.filter(({ isUndone }) => !isUndone).length)}
        </Text>
      </div>
      {done.length + unsent.length === 0 && (
        <Text c="dimmed" fz="sm" p="sm">
          {t.shipping.nothingDone}
        </Text>
      )}
      <ul className={classes.list}>
        {unsent.toReversed().map(({ key, entries: [order], body }) => (
          <li key={key} className={classes.done}>
            <span className={classes.number}>{order?.orderNumber}</span>
            <Text span fz="xs" c="dimmed" className={classes.name}>
              {body.trackingNumber}
            </Text>
            <Loader size={14} aria-label={t.shipping.sending} />
          </li>
        ))}
        {done.slice(0, maxListed).map((one) => (
          <li key={one.shipment.id} className={classes.done} data-undone={one.isUndone || undefined}>
            <span className={classes.number}>{one.shipment.orderNumber}</span>
            <Text span fz="xs" c="dimmed" className={classes.name}>
              {nameOf(one.shipment.carrier)} {one.shipment.trackingNumber}
            </Text>
            {one.isUndone ? (
              <Text span fz="xs" c="dimmed">
                {t.shipping.isUndone}
              </Text>
            ) : (
              <Button
                size="compact-xs"
                variant="subtle"
                color="gray"
                aria-label={t.shipping.undoOf(one.shipment.orderNumber)}
                loading={undo.isPending && undo.variables === one}
                disabled={undo.isPending && undo.variables !== one}
                onClick={() => undoOne(one)}
              >
                {t.shipping.undo}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Paper>
  )
}
