import { Button, Group, Modal, Radio, Stack, TextInput } from '@mantine/core'
import { PreconditionFailed, type Vendor, type VendorPatch } from '@purveyor/client'
import type { SubmitEvent } from 'react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { t } from '../../../texts/texts.ts'
import { vendorTexts } from '../../../texts/vendors.ts'
import { draftKey } from '../../../ui/drafts.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { useDraft } from '../../../ui/use-draft.ts'
import { useFormFaults } from '../../../ui/use-form-faults.ts'
import { decimalOf } from '../new/vendor-values.ts'
import { CommissionEffects } from './commission-effects.tsx'
import { useChangeVendor } from './use-change-vendor.ts'
import { usePreview } from './use-preview.ts'

const texts = vendorTexts.terms
const pointers = new Set(['/commissionPercent', '/effectiveFrom'])

/** `from` is the local time of the browser, of the form `2026-03-01T08:00`. */
type Values = { percent: string; when: 'now' | 'later'; from: string }
const empty: Values = { percent: '', when: 'now', from: '' }

/** Changes the commission, now or at a later time, after the person has seen which prices that moves. */
export function CommissionDialog({ vendor, onClose }: { vendor: Vendor; onClose: () => void }) {
  const { me } = useSignedIn()
  const draft = useDraft<Values>(draftKey(me, 'commission', vendor.id), empty)
  const { values, change: edit } = draft
  const preview = usePreview(vendor, values.percent)
  const isLater = values.when === 'later'
  const save = useChangeVendor<Values>(vendor, patchOf, {
    message: isLater ? texts.planned : texts.changed,
    onSaved: close
  })
  const isConflict = save.error instanceof PreconditionFailed
  const faults = useFormFaults(save.error ?? preview.error, (pointer) => pointers.has(pointer))
  const moved = preview.data && preview.data.increased + preview.data.decreased
  function close() {
    draft.reset()
    onClose()
  }
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    save.mutate(values)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.dialogTitle(vendor.name)}
      size="lg"
      closeOnClickOutside={!save.isPending}
    >
      <form ref={faults.form} onSubmit={submit} noValidate>
        <Stack>
          {isConflict ? (
            <ErrorAlert error={save.error} />
          ) : (
            faults.other !== undefined && <ErrorAlert error={faults.other} />
          )}
          <TextInput
            label={texts.percent}
            value={values.percent}
            onChange={(event) => edit({ percent: event.currentTarget.value })}
            error={faults.at('/commissionPercent')}
            inputMode="decimal"
            autoComplete="off"
            required
            data-autofocus
            maw={240}
          />
          <Radio.Group
            label={texts.when}
            value={values.when}
            onChange={(when) => edit({ when: when as Values['when'] })}
          >
            <Group mt={6} gap="lg">
              <Radio value="now" label={texts.now} />
              <Radio value="later" label={texts.later} />
            </Group>
          </Radio.Group>
          {isLater && (
            <TextInput
              type="datetime-local"
              label={texts.from}
              description={texts.fromHint}
              value={values.from}
              onChange={(event) => edit({ from: event.currentTarget.value })}
              error={faults.at('/effectiveFrom')}
              required
              maw={420}
            />
          )}
          <CommissionEffects preview={preview} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close} disabled={save.isPending}>
              {t.actions.cancel}
            </Button>
            <Button
              type="submit"
              loading={save.isPending}
              // Nothing is changed whose effects weren't shown.
              disabled={moved === undefined || (isLater && values.from === '')}
            >
              {isLater ? texts.applyLater : moved ? texts.applyNow(moved) : texts.change}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

function patchOf({ percent, when, from }: Values): VendorPatch {
  return {
    commissionPercent: decimalOf(percent),
    ...(when === 'later' && { effectiveFrom: timeOf(from) })
  }
}

function timeOf(local: string): string {
  const time = new Date(local)
  return Number.isNaN(time.getTime()) ? local : time.toISOString()
}
