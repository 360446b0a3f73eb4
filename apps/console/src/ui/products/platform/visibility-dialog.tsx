import { Select, Stack, Text, Textarea } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { PlatformProduct } from '@purveyor/client'
import { useState } from 'react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { platformProductsTexts } from '../../../texts/platform-products.ts'
import { ConfirmDialog } from '../../confirm-dialog.tsx'
import { maxReasonText } from '../../reason-limits.ts'
import { useMutation } from '../../use-mutation.ts'
import { useReasonTemplates } from '../../use-reason-templates.ts'

type Props = { product: PlatformProduct; onClose(): void; onChanged(product: PlatformProduct): void }

/** Hides a published product, with a reason that the vendor reads, or publishes a hidden one again. */
export function VisibilityDialog({ product, onClose, onChanged }: Props) {
  const { purveyor } = useSignedIn()
  const isHiding = product.status === 'PUBLISHED'
  const texts = isHiding ? platformProductsTexts.hide : platformProductsTexts.publish
  const [reason, setReason] = useState('')
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      isHiding
        ? purveyor.platform.products.hide(product.id, { reasons: [{ text: reason.trim() }] })
        : purveyor.platform.products.publish(product.id),
    onSuccess(changed) {
      notifications.show({ message: texts.done(changed.name), color: 'green' })
      onChanged(changed)
      onClose()
    }
  })
  return (
    <ConfirmDialog
      opened
      title={texts.title(product.name)}
      onClose={onClose}
      submitText={texts.submit}
      onSubmit={() => mutate()}
      isSending={isPending}
      isDisabled={isHiding && reason.trim() === ''}
      error={error}
      isDangerous={isHiding}
    >
      <Text>{texts.effect}</Text>
      {isHiding && <ReasonFields reason={reason} onChange={setReason} />}
    </ConfirmDialog>
  )
}

function ReasonFields({ reason, onChange }: { reason: string; onChange(reason: string): void }) {
  const { data: templates = [] } = useReasonTemplates()
  const texts = platformProductsTexts.hide
  return (
    <Stack gap="sm">
      {templates.length > 0 && (
        <Select
          searchable
          label={texts.template}
          data={templates.map(({ id, text }) => ({ value: id, label: text }))}
          value={templates.find(({ text }) => text === reason)?.id ?? null}
          onChange={(id) => onChange(templates.find((one) => one.id === id)?.text ?? '')}
        />
      )}
      <Textarea
        required
        label={texts.reason}
        autosize
        minRows={3}
        maxLength={maxReasonText}
        value={reason}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </Stack>
  )
}
