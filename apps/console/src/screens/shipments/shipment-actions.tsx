import { Button, Modal, Text } from '@mantine/core'
import type { Shipment } from '@purveyor/client'
import { useSignedIn } from '../../session/session-context.tsx'
import { shipmentsTexts } from '../../texts/orders.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { notifyError } from '../../ui/notify-error.ts'
import { useAddressState } from '../../ui/use-address-state.ts'
import { CorrectForm } from './correct-form.tsx'
import { useUpdateShipment } from './use-shipments.ts'

/** What can be done with a shipment in its status. A cancelled one stays as it is. */
export function ShipmentActions({ shipment }: { shipment: Shipment }) {
  const { canWrite } = useSignedIn()
  const [params, change] = useAddressState()
  const move = useUpdateShipment(shipment)
  const cancel = useUpdateShipment(shipment)
  const { status } = shipment
  const next = move.isPending ? move.variables.patch.status : undefined
  if (!canWrite || status === 'CANCELLED') return null
  const open = params.get('do')
  const close = () => change({ do: null })
  const isUnderway = status !== 'DELIVERED'
  return (
    <>
      {isUnderway && (
        <Button variant="default" onClick={() => change({ do: 'cancel' }, { push: true })}>
          {shipmentsTexts.cancel}
        </Button>
      )}
      <Button variant="default" onClick={() => change({ do: 'correct' }, { push: true })}>
        {shipmentsTexts.correct}
      </Button>
      {status === 'SHIPPED' && (
        <Button
          variant="default"
          loading={next === 'IN_TRANSIT'}
          disabled={next === 'DELIVERED'}
          onClick={() => move.mutate({ patch: { status: 'IN_TRANSIT' } }, { onError: notifyError })}
        >
          {shipmentsTexts.toTransit}
        </Button>
      )}
      {isUnderway && (
        <Button
          loading={next === 'DELIVERED'}
          disabled={next === 'IN_TRANSIT'}
          onClick={() => move.mutate({ patch: { status: 'DELIVERED' } }, { onError: notifyError })}
        >
          {shipmentsTexts.toDelivered}
        </Button>
      )}
      <Modal opened={open === 'correct'} onClose={close} title={shipmentsTexts.correctTitle}>
        <CorrectForm shipment={shipment} onClose={close} />
      </Modal>
      <ConfirmDialog
        opened={open === 'cancel' && isUnderway}
        onClose={close}
        title={shipmentsTexts.cancelTitle}
        submitText={shipmentsTexts.cancel}
        isSending={cancel.isPending}
        error={cancel.error}
        isDangerous
        onSubmit={() => cancel.mutate({ patch: { status: 'CANCELLED' } }, { onSuccess: close })}
      >
        <Text>{shipmentsTexts.cancelText}</Text>
      </ConfirmDialog>
    </>
  )
}
