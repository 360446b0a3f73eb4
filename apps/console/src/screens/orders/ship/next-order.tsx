import { Alert, Anchor, Button, Group, Paper, Text, Title } from '@mantine/core'
import type { Order } from '@purveyor/client'
import { IconCornerDownLeft } from '@tabler/icons-react'
import { useLayoutEffect, useRef } from 'react'
import { Link } from 'wouter'
import { useSignedIn } from '../../../session/session-context.tsx'
import { ordersTexts, shippingTexts } from '../../../texts/orders.ts'
import { AddressLines } from '../../../ui/address.tsx'
import { detailOf } from '../../../ui/error-alert.tsx'
import { formatDateTime } from '../../../ui/format.ts'
import { nextDeadline } from '../../../ui/orders/due.ts'
import { TimeLeft } from '../../../ui/orders/due-time.tsx'
import { openUnits } from '../../../ui/orders/lines.ts'
import { OrderBadge } from '../../../ui/orders/status-badge.tsx'
import { useDownload } from '../../../ui/use-download.ts'
import { slipOf } from '../packing-slip.ts'
import classes from './ship.module.css'
import { ShipFields } from './ship-fields.tsx'
import { useShipForm } from './use-ship-form.ts'
import { useShipKeys } from './use-ship-keys.ts'
import type { ShipQueue } from './use-ship-queue.ts'

/** The order that is shipped next, with the fields for its parcel. */
export function NextOrder({ order, queue }: { order: Order; queue: ShipQueue }) {
  const { purveyor } = useSignedIn()
  const form = useShipForm(order, queue.next)
  const download = useDownload()
  const element = useRef<HTMLFormElement>(null)
  const fieldOf = (name: string) =>
    element.current?.querySelector<HTMLInputElement>(`[data-field=${name}] input`)
  const focus = (name: string) => {
    fieldOf(name)?.focus()
    fieldOf(name)?.select()
  }
  function submit() {
    const fault = form.submit()
    if (fault) focus(fault === 'repeated' ? 'tracking' : fault)
  }
  // Before the order is painted, because a scanner types as soon as it is seen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the order is shown
  useLayoutEffect(() => focus(form.carrier ? 'tracking' : 'carrier'), [])
  useShipKeys({
    'alt+Q': () => focus('quantities'),
    'alt+C': () => focus('carrier'),
    'alt+P': () => download.mutate([slipOf(purveyor, order)])
  })
  const open = openUnits(order.items)
  return (
    <Paper withBorder radius="md" component="section" aria-label={ordersTexts.orderTitle(order.orderNumber)}>
      <OrderHead order={order} />
      <form
        ref={element}
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        {form.failure && (
          <Alert role="alert" color="red" title={shippingTexts.failed(order.orderNumber)}>
            {detailOf(form.failure.error)}
          </Alert>
        )}
        <ShipFields form={form} order={order} onNext={queue.next} onPrevious={queue.previous} focus={focus} />
        <Group justify="space-between">
          <Text c="dimmed" fz="sm">
            {shippingTexts.left(queue.left)}
          </Text>
          <Group gap="xs">
            <Button variant="default" onClick={queue.next}>
              {shippingTexts.skip}
            </Button>
            <Button type="submit" rightSection={<IconCornerDownLeft size={16} />}>
              {form.count === open ? shippingTexts.submit : shippingTexts.submitPart(form.count, open)}
            </Button>
          </Group>
        </Group>
      </form>
    </Paper>
  )
}

function OrderHead({ order }: { order: Order }) {
  const deadline = nextDeadline(order)
  return (
    <div className={classes.head}>
      <div className={classes.about}>
        <Group gap="sm" mb={2}>
          <Title order={2} fz="xl">
            <Anchor component={Link} href={`/orders/${order.id}`} inherit>
              {order.orderNumber}
            </Anchor>
          </Title>
          <OrderBadge status={order.status} />
          {deadline && <TimeLeft deadline={deadline} fz="sm" c="dimmed" />}
        </Group>
        <Text c="dimmed" fz="sm">
          {ordersTexts.placedAt(formatDateTime(order.placedAt))} · {order.shippingMethodName}
        </Text>
        {order.customerNote && (
          <Text className={classes.note} mt="xs" fz="sm">
            <b>{ordersTexts.note}:</b> {order.customerNote}
          </Text>
        )}
      </div>
      <AddressLines address={order.shipTo} />
    </div>
  )
}
