import { Alert, Button, Group, Modal, Stack } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { t } from '../texts/texts.ts'
import { useUnloadWarning } from './use-unload-warning.ts'

type Props = { title: string; warning: string; onClose: () => void; children: ReactNode }

/** Shows a secret that can't be shown again. Only its button closes it. */
export function OnceDialog({ title, warning, onClose, children }: Props) {
  useUnloadWarning(true)
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size="lg"
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack>
        <Alert color="amber" icon={<IconAlertTriangle size={18} aria-hidden />}>
          {warning}
        </Alert>
        {children}
        <Group justify="flex-end">
          <Button onClick={onClose}>{t.actions.done}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
