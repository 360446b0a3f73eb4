import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { PreconditionFailed, ProblemError, type Shipment } from '@purveyor/client'
import type { SubmitEvent } from 'react'
import { ordersTexts, shipmentsTexts } from '../../texts/orders.ts'
import { t } from '../../texts/texts.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { CarrierInput } from '../../ui/orders/carrier-input.tsx'
import { RestoredNote } from '../../ui/restored-note.tsx'
import type { Correction } from './correction.ts'
import { useCorrection } from './use-correction.ts'

const labels: [keyof Correction, string][] = [
  ['carrier', shipmentsTexts.carrier],
  ['trackingNumber', shipmentsTexts.tracking],
  ['trackingUrl', shipmentsTexts.trackingUrl]
]

/** Corrects the carrier, the tracking number and the tracking link of a shipment. */
export function CorrectForm({ shipment, onClose }: { shipment: Shipment; onClose: () => void }) {
  const form = useCorrection(shipment, onClose)
  const { values, change, update, conflict } = form
  const { error, isPending } = update
  const faultOf = (field: keyof Correction) =>
    error instanceof ProblemError
      ? error.faults.find(({ pointer }) => pointer === `/${field}`)?.message
      : undefined
  const hasFieldFault = labels.some(([field]) => faultOf(field))
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!isPending) form.submit()
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {form.isRestored && !conflict && <RestoredNote onDiscard={form.reset} />}
        {conflict && <ConflictNotice current={conflict} values={values} onUse={form.reset} />}
        {error && !(error instanceof PreconditionFailed) && !hasFieldFault && <ErrorAlert error={error} />}
        <CarrierInput
          required
          value={values.carrier}
          onChange={(carrier) => change({ carrier })}
          description={ordersTexts.carrierHint}
          error={faultOf('carrier')}
          disabled={isPending}
        />
        <TextInput
          label={shipmentsTexts.tracking}
          required
          maxLength={100}
          autoComplete="off"
          value={values.trackingNumber}
          onChange={(event) => change({ trackingNumber: event.currentTarget.value })}
          error={faultOf('trackingNumber')}
          disabled={isPending}
          data-autofocus
        />
        <TextInput
          label={shipmentsTexts.trackingUrl}
          description={shipmentsTexts.trackingUrlHint}
          maxLength={2048}
          autoComplete="off"
          value={values.trackingUrl}
          onChange={(event) => change({ trackingUrl: event.currentTarget.value })}
          error={faultOf('trackingUrl')}
          disabled={isPending}
        />
        <Group justify="flex-end" gap="xs">
          <Button
            variant="default"
            disabled={isPending}
            onClick={() => {
              form.reset()
              onClose()
            }}
          >
            {t.actions.cancel}
          </Button>
          <Button type="submit" loading={isPending}>
            {t.actions.save}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

type ConflictProps = { current: Correction; values: Correction; onUse: () => void }

/** Says what a shipment has become while it was corrected. */
function ConflictNotice({ current, values, onUse }: ConflictProps) {
  const changed = labels.filter(([field]) => current[field] !== values[field])
  return (
    <Alert role="alert" color="amber" title={shipmentsTexts.conflict}>
      <Text>{shipmentsTexts.conflictText}</Text>
      {changed.map(([field, label]) => (
        <Text key={field} mt={6} style={{ overflowWrap: 'anywhere' }}>
          <b>{shipmentsTexts.conflictNow(label)}</b> {current[field]}
        </Text>
      ))}
      <Button mt="sm" size="xs" variant="default" onClick={onUse}>
        {shipmentsTexts.useTheirs}
      </Button>
    </Alert>
  )
}
