import { Button, Group, Modal, SegmentedControl, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Vendor } from '@purveyor/client'
import { useQueryClient } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { t } from '../../../texts/texts.ts'
import { vendorTexts } from '../../../texts/vendors.ts'
import { draftKey } from '../../../ui/drafts.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { statementKey } from '../../../ui/statements/statement-key.ts'
import { useDraft } from '../../../ui/use-draft.ts'
import { useFormFaults } from '../../../ui/use-form-faults.ts'
import { useMutation } from '../../../ui/use-mutation.ts'
import { useCurrency } from '../../../ui/use-units.ts'
import { decimalOf } from '../new/vendor-values.ts'

const texts = vendorTexts.statements
const pointers = new Set(['/amount', '/reason'])
const directions = ['credit', 'charge'] as const

type Values = { direction: (typeof directions)[number]; amount: string; reason: string }
const empty: Values = { direction: 'credit', amount: '', reason: '' }

/** Adds an amount to what the vendor is owed, or deducts it. What was typed stays until it is sent or cancelled. */
export function AdjustDialog({ vendor, onClose }: { vendor: Vendor; onClose: () => void }) {
  const { me } = useSignedIn()
  const { currency = '' } = useCurrency()
  const draft = useDraft<Values>(draftKey(me, 'adjustment', vendor.id), empty)
  const adjust = useAdjust(vendor, () => {
    draft.reset()
    onClose()
  })
  const faults = useFormFaults(adjust.error, (pointer) => pointers.has(pointer))
  const { values, change } = draft
  // The choice decides about the sign.
  const hasSign = /^\s*[-+−]/.test(values.amount)
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!hasSign) adjust.mutate(values)
  }
  function cancel() {
    draft.reset()
    onClose()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.adjustTitle(vendor.name)}
      closeOnClickOutside={!adjust.isPending}
    >
      <form ref={faults.form} onSubmit={submit}>
        <Stack>
          <Text>{texts.adjustText}</Text>
          {faults.other !== undefined && <ErrorAlert error={faults.other} />}
          <SegmentedControl
            aria-label={texts.direction}
            data={directions.map((value) => ({ value, label: texts[value] }))}
            value={values.direction}
            onChange={(direction) => change({ direction: direction as Values['direction'] })}
          />
          <TextInput
            label={texts.amount(currency)}
            value={values.amount}
            onChange={(event) => change({ amount: event.currentTarget.value })}
            error={hasSign ? texts.noSign : faults.at('/amount')}
            inputMode="decimal"
            autoComplete="off"
            required
            data-autofocus
          />
          <Textarea
            label={texts.reason}
            description={texts.reasonHint}
            value={values.reason}
            onChange={(event) => change({ reason: event.currentTarget.value })}
            error={faults.at('/reason')}
            maxLength={500}
            autosize
            minRows={2}
            required
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={cancel} disabled={adjust.isPending}>
              {t.actions.cancel}
            </Button>
            <Button type="submit" loading={adjust.isPending}>
              {texts.adjustSubmit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

function useAdjust({ id }: Vendor, onAdjusted: () => void) {
  const { purveyor } = useSignedIn()
  const queries = useQueryClient()
  return useMutation({
    mutationFn({ direction, amount, reason }: Values) {
      const sign = direction === 'charge' ? '-' : ''
      return purveyor.platform.adjustments.create(id, {
        amount: `${sign}${decimalOf(amount)}`,
        reason: reason.replaceAll(/\s+/g, ' ').trim()
      })
    },
    async onSuccess() {
      notifications.show({ message: texts.adjusted, color: 'green' })
      onAdjusted()
      await queries.invalidateQueries({ queryKey: statementKey })
    }
  })
}
