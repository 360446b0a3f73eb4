import { Button, Group, Modal, Select, Stack, Text, Textarea } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { CancelReason, PlatformOrder } from '@purveyor/client'
import { type SubmitEvent, useState } from 'react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { operatorTexts } from '../../../texts/operator.ts'
import { ordersTexts } from '../../../texts/orders.ts'
import { draftKey } from '../../../ui/drafts.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { openUnits } from '../../../ui/orders/lines.ts'
import { useDraft } from '../../../ui/use-draft.ts'
import { useMutation } from '../../../ui/use-mutation.ts'
import { useOrderChanged } from '../use-platform-orders.ts'

const texts = operatorTexts.platformOrders
const reasons = Object.entries(ordersTexts.reasons).map(([value, label]) => ({ value, label }))

type Values = { reason: CancelReason | null; note: string }
const empty: Values = { reason: null, note: '' }

type Props = {
  order: PlatformOrder
  /** Without it, the parts of all vendors are cancelled. */
  vendorId: string | undefined
  onClose: () => void
}

/** Cancels what isn't shipped of an order, or of the part of one vendor, with a reason. */
export function CancelDialog({ order, vendorId, onClose }: Props) {
  const { me, purveyor } = useSignedIn()
  const draft = useDraft(draftKey(me, 'cancel', `${order.id} ${vendorId ?? ''}`), empty)
  const [isChecked, setChecked] = useState(false)
  const changed = useOrderChanged()
  const parts = order.suborders.filter((part) => !vendorId || part.vendorId === vendorId)
  const open = parts.map((part) => ({ part, units: openUnits(part.items) })).filter(({ units }) => units > 0)
  const count = open.reduce((sum, { units }) => sum + units, 0)
  const send = useMutation({
    mutationFn: (reason: CancelReason) =>
      purveyor.platform.orders.cancel(order.id, {
        reason,
        note: draft.values.note.trim() || null,
        ...(vendorId && { vendorId })
      }),
    async onSuccess(cancelled) {
      draft.reset()
      notifications.show({ message: texts.done(count), color: 'green' })
      onClose()
      await changed(cancelled)
    },
    onError: () => changed()
  })
  const { reason, note } = draft.values
  const name = vendorId && parts[0]?.vendorName
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setChecked(true)
    if (reason && !send.isPending) send.mutate(reason)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={name ? texts.cancelTitlePart(order.orderNumber, name) : texts.cancelTitle(order.orderNumber)}
      closeOnClickOutside={!send.isPending}
    >
      {count === 0 && !send.isPending ? (
        <Text c="dimmed">{texts.nothingOpen}</Text>
      ) : (
        <form onSubmit={submit} noValidate>
          <Stack>
            {send.error && <ErrorAlert error={send.error} />}
            <Text c="dimmed">{texts.cancelIntro}</Text>
            <ul style={{ margin: 0, paddingInlineStart: 20 }}>
              {open.map(({ part, units }) => (
                <li key={part.id}>{texts.cancelWhat(part.vendorName, units)}</li>
              ))}
            </ul>
            <Select
              label={texts.reason}
              required
              data={reasons}
              value={reason}
              onChange={(value) => draft.change({ reason: value as CancelReason | null })}
              error={isChecked && !reason && ordersTexts.reasonMissing}
              data-autofocus
            />
            <Textarea
              label={texts.note}
              maxLength={2000}
              autosize
              minRows={2}
              value={note}
              onChange={(event) => draft.change({ note: event.currentTarget.value })}
            />
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={onClose} disabled={send.isPending}>
                {texts.keep}
              </Button>
              <Button type="submit" color="red" loading={send.isPending}>
                {texts.submit(count)}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  )
}
