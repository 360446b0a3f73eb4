import { Button, Group, Modal, type ModalProps, Stack } from '@mantine/core'
import { t } from '../texts/texts.ts'
import { ErrorAlert } from './error-alert.tsx'

type Props = Omit<ModalProps, 'onSubmit'> & {
  submitText: string
  onSubmit: () => void
  isSending: boolean
  /** True while what is confirmed isn't known yet. */
  isDisabled?: boolean
  /** The error of the last attempt. */
  error?: unknown
  /** True if something is lost. The button that cancels then has the focus first. */
  isDangerous?: boolean
}

/** Asks before something is done. The dialog stays open until `onSubmit` has closed it, so that it can show an error. */
export function ConfirmDialog({
  submitText,
  onSubmit,
  isSending,
  isDisabled = false,
  error,
  isDangerous = false,
  children,
  ...props
}: Props) {
  return (
    <Modal {...props}>
      <Stack>
        {children}
        {error !== undefined && error !== null && <ErrorAlert error={error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={props.onClose} data-autofocus={isDangerous || undefined}>
            {t.actions.cancel}
          </Button>
          <Button
            color={isDangerous ? 'red' : undefined}
            loading={isSending}
            disabled={isDisabled}
            onClick={onSubmit}
          >
            {submitText}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
