import { Button, Group, Modal, Select, Stack, Text, Textarea } from '@mantine/core'
import type { CancelReason, Order, OrderItem } from '@purveyor/client'
import { type SubmitEvent, useState } from 'react'
import { ordersTexts } from '../../../texts/orders.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { allOpen, openLines, openQuantity, unitsOf } from '../../../ui/orders/lines.ts'
import { QuantityTable } from '../../../ui/orders/quantity-table.tsx'
import { RestoredNote } from '../../../ui/restored-note.tsx'
import { useCancel } from './use-cancel.ts'

type Props = { order: Order; isOpen: boolean; onClose: () => void }

const reasons = Object.entries(ordersTexts.reasons).map(([value, label]) => ({ value, label }))

/** The reasons for which the stock is wrong. A cancellation makes its units available again. */
const withoutStock = new Set<CancelReason>(['OUT_OF_STOCK', 'DISCONTINUED'])

/** Cancels items of an order that aren't shipped, with a reason. */
export function CancelDialog({ order, isOpen, onClose }: Props) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={ordersTexts.cancelTitle(order.orderNumber)} size="lg">
      <CancelForm order={order} onClose={onClose} />
    </Modal>
  )
}

function CancelForm({ order, onClose }: Omit<Props, 'isOpen'>) {
  const form = useCancel(order, onClose)
  const [isChecked, setChecked] = useState(false)
  const { values, items, send } = form
  const lines = openLines(order.items)
  const byId = new Map(order.items.map((line) => [line.id, line]))
  const openOf = ({ id }: { id: string }) => openQuantity(byId.get(id) as OrderItem)
  const tooMany = new Map(
    items.flatMap(({ orderItemId: id, quantity }) => {
      const excess = quantity - openOf({ id })
      return excess > 0 ? [[id, ordersTexts.excess(excess)] as const] : []
    })
  )
  const count = unitsOf(items)
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setChecked(true)
    const { reason } = values
    if (reason && count > 0 && tooMany.size === 0 && !send.isPending) send.mutate(reason)
  }
  if (lines.length === 0 && !send.isPending) return <Text c="dimmed">{ordersTexts.nothingOpen}</Text>
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text c="dimmed">{ordersTexts.cancelIntro}</Text>
        {form.isRestored && <RestoredNote onDiscard={form.reset} />}
        {send.error && <ErrorAlert error={send.error} />}
        <Select
          label={ordersTexts.reason}
          required
          data={reasons}
          value={values.reason}
          onChange={(reason) => form.change({ reason: reason as CancelReason | null })}
          description={values.reason && withoutStock.has(values.reason) && ordersTexts.noStock}
          error={isChecked && !values.reason && ordersTexts.reasonMissing}
          data-autofocus
        />
        <div>
          <QuantityTable
            lines={lines}
            maxOf={openOf}
            quantities={values.quantities}
            onChange={(quantities) => form.change({ quantities })}
            faults={tooMany}
            isDisabled={send.isPending}
          />
          <Group justify="space-between" mt={4}>
            <Text c="var(--mantine-color-error)" fz="sm" role="alert">
              {isChecked && count === 0 && ordersTexts.nothingToCancel}
            </Text>
            <Button
              variant="subtle"
              size="compact-sm"
              onClick={() => form.change({ quantities: allOpen(order.items) })}
            >
              {ordersTexts.cancelAll}
            </Button>
          </Group>
        </div>
        <Textarea
          label={ordersTexts.cancelNote}
          description={ordersTexts.cancelNoteHint}
          maxLength={1000}
          autosize
          minRows={2}
          value={values.note}
          onChange={(event) => form.change({ note: event.currentTarget.value })}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} disabled={send.isPending}>
            {ordersTexts.cancelKeep}
          </Button>
          <Button type="submit" color="red" loading={send.isPending}>
            {ordersTexts.cancelSubmit(count)}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
