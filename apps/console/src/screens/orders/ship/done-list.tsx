import { Button, Loader, Paper, Text, Title } from '@mantine/core'
import { ordersTexts, shippingTexts } from '../../../texts/orders.ts'
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
    <Paper withBorder radius="md" component="section" aria-label={shippingTexts.done}>
      <div className={classes.listHead}>
        <Title order={2} fz="md">
          {shippingTexts.done}
        </Title>
        <Text c="dimmed" fz="sm" role="status">
          {ordersTexts.count(done.filter(({ isUndone }) => !isUndone).length)}
        </Text>
      </div>
      {done.length + unsent.length === 0 && (
        <Text c="dimmed" fz="sm" p="sm">
          {shippingTexts.nothingDone}
        </Text>
      )}
      <ul className={classes.list}>
        {unsent.toReversed().map(({ key, entries: [order], body }) => (
          <li key={key} className={classes.done}>
            <span className={classes.number}>{order?.orderNumber}</span>
            <Text span fz="xs" c="dimmed" className={classes.name}>
              {body.trackingNumber}
            </Text>
            <Loader size={14} aria-label={shippingTexts.sending} />
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
                {shippingTexts.isUndone}
              </Text>
            ) : (
              <Button
                size="compact-xs"
                variant="subtle"
                color="gray"
                aria-label={shippingTexts.undoOf(one.shipment.orderNumber)}
                loading={undo.isPending && undo.variables === one}
                disabled={undo.isPending && undo.variables !== one}
                onClick={() => undoOne(one)}
              >
                {shippingTexts.undo}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Paper>
  )
}
