import { Alert, Button, Drawer, Group, Stack, Text } from '@mantine/core'
import type { Order } from '@purveyor/client'
import { IconPlus } from '@tabler/icons-react'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { ordersTexts } from '../../../texts/orders.ts'
import { t } from '../../../texts/texts.ts'
import { detailOf, ErrorAlert } from '../../../ui/error-alert.tsx'
import { openUnits } from '../../../ui/orders/lines.ts'
import { RestoredNote } from '../../../ui/restored-note.tsx'
import { ParcelFields } from './parcel-fields.tsx'
import { excessOf, faultsOf, leftAfter, piecesIn } from './parcels.ts'
import { isOutdated, useParcels } from './use-parcels.ts'

type Props = { order: Order; isOpen: boolean; onClose: () => void }

/** Ships an order, all or a part of it, in one or several parcels. */
export function ShipDrawer({ order, isOpen, onClose }: Props) {
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      title={ordersTexts.shipTitle(order.orderNumber)}
      position="right"
      size="lg"
      transitionProps={{ duration: 0 }}
    >
      <ShipForm order={order} onClose={onClose} />
    </Drawer>
  )
}

function ShipForm({ order, onClose }: Omit<Props, 'isOpen'>) {
  const form = useParcels(order, onClose)
  const [isChecked, setChecked] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  const { parcels, send } = form
  const { items } = order
  const excess = excessOf(items, parcels)
  const isComplete = excess.size === 0 && parcels.every((parcel) => faultsOf(items, parcel).length === 0)
  const count = parcels.reduce((sum, parcel) => sum + piecesIn(items, parcel), 0)
  useEffect(() => {
    // The focus moves only when the person has tried to send the form.
    if (isChecked) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [isChecked])
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setChecked(!isComplete)
    if (isComplete && !send.isPending) send.mutate(parcels)
  }
  if (openUnits(items) === 0 && !send.isPending) return <Text c="dimmed">{ordersTexts.nothingOpen}</Text>
  return (
    <form ref={element} onSubmit={submit} noValidate>
      <Stack>
        <Text c="dimmed">{ordersTexts.shipIntro}</Text>
        {form.isRestored && !send.error && <RestoredNote onDiscard={form.reset} />}
        {isOutdated(send.error) ? (
          <Alert role="alert" color="amber" title={ordersTexts.changed}>
            <Text>{detailOf(send.error)}</Text>
            <Text>{ordersTexts.changedText}</Text>
          </Alert>
        ) : (
          send.error && <ErrorAlert error={send.error} />
        )}
        {parcels.map((parcel, index) => (
          <ParcelFields
            key={parcel.key}
            {...{ parcel, form, excess, isChecked }}
            lines={items}
            number={index + 1}
          />
        ))}
        <Group justify="space-between">
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconPlus size={15} />}
            onClick={form.add}
            disabled={send.isPending}
          >
            {ordersTexts.addParcel}
          </Button>
          <Text c="dimmed" fz="sm" role="status">
            {ordersTexts.remaining(leftAfter(items, parcels))}
          </Text>
        </Group>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} disabled={send.isPending}>
            {t.actions.close}
          </Button>
          <Button type="submit" loading={send.isPending}>
            {ordersTexts.shipSubmit(count)}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
