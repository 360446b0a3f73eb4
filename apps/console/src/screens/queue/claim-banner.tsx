import { Alert, Button, Group, Text } from '@mantine/core'
import { IconUserCheck } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useSignedIn } from '../../session/session-context.tsx'
import { t } from '../../texts/texts.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { formatTime } from '../../ui/format.ts'

type Props = { holder: { name: string; expiresAt: string }; takeOver(): Promise<void> }

/** Says that someone else reviews the entry. */
export function ClaimBanner({ holder, takeOver }: Props) {
  const { canWrite } = useSignedIn()
  const take = useMutation({ mutationFn: takeOver })
  return (
    <Alert color="amber" variant="light" p="sm" role="status" icon={<IconUserCheck size={18} />}>
      <Group justify="space-between" gap="xs">
        <Text flex={1} miw={200}>
          {t.queue.claimedUntil(holder.name, formatTime(holder.expiresAt))}
        </Text>
        {canWrite && (
          <Button size="xs" variant="default" loading={take.isPending} onClick={() => take.mutate()}>
            {t.queue.takeOver}
          </Button>
        )}
      </Group>
      {take.error && <ErrorAlert error={take.error} />}
    </Alert>
  )
}
