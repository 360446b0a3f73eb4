import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import type { Statement } from '@purveyor/client'
import type { SubmitEvent } from 'react'
import { useSignedIn } from '../../session/session-context.tsx'
import { statementsTexts } from '../../texts/statements.ts'
import { t } from '../../texts/texts.ts'
import { vendorTexts } from '../../texts/vendors.ts'
import { draftKey } from '../drafts.ts'
import { ErrorAlert } from '../error-alert.tsx'
import { formatMoney } from '../format.ts'
import { useDraft } from '../use-draft.ts'
import { useFormFaults } from '../use-form-faults.ts'
import { dayOf, type PaymentValues, usePay } from './use-pay.ts'

const texts = vendorTexts.statements
const pointers = new Set(['/reference', '/paidAt'])

/** Marks a statement as paid, with the reference of the payment. What was typed stays until it is sent or cancelled. */
export function PayDialog({ statement, onClose }: { statement: Statement; onClose: () => void }) {
  const { me } = useSignedIn()
  const { id, number, vendorName, amountDue, currency } = statement
  const draft = useDraft<PaymentValues>(draftKey(me, 'payment', id), {
    reference: '',
    day: dayOf(new Date())
  })
  const pay = usePay(statement, () => {
    draft.reset()
    onClose()
  })
  const faults = useFormFaults(pay.error, (pointer) => pointers.has(pointer))
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    pay.mutate(draft.values)
  }
  function cancel() {
    draft.reset()
    onClose()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.payTitle(statementsTexts.numbered(number), vendorName)}
      closeOnClickOutside={!pay.isPending}
    >
      <form ref={faults.form} onSubmit={submit}>
        <Stack>
          <Text>{texts.payText(formatMoney(amountDue, currency))}</Text>
          {faults.other !== undefined && <ErrorAlert error={faults.other} />}
          <TextInput
            label={texts.reference}
            value={draft.values.reference}
            onChange={(event) => draft.change({ reference: event.currentTarget.value })}
            error={faults.at('/reference')}
            autoComplete="off"
            maxLength={255}
            required
            data-autofocus
          />
          <TextInput
            type="date"
            label={texts.paidOn}
            value={draft.values.day}
            max={dayOf(new Date())}
            onChange={(event) => draft.change({ day: event.currentTarget.value })}
            error={faults.at('/paidAt')}
            required
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={cancel} disabled={pay.isPending}>
              {t.actions.cancel}
            </Button>
            <Button type="submit" loading={pay.isPending}>
              {texts.pay}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
