import { ActionIcon, Button, Text, Tooltip } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { t } from '../../texts/texts.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import classes from './queue-screen.module.css'
import { useClaims } from './use-claims.ts'
import type { Selection } from './use-selection.ts'

/** The maximum number of entries in one request for claims. */
const maxClaims = 100

/** What can be done with the selected entries. */
export function SelectionBar({ selection, onDecide }: { selection: Selection; onDecide(): void }) {
  const claims = useClaims()
  const { entries } = selection
  const claim = useMutation({ mutationFn: () => claims.claim(entries.slice(0, maxClaims)) })
  return (
    <div className={classes.selection} role="status">
      <Text fw={600} flex="1 0 auto">
        {t.queue.selected(entries.length)}
      </Text>
      {!selection.isComplete && (
        <Button size="compact-sm" variant="subtle" onClick={selection.selectAll}>
          {t.queue.selectAll}
        </Button>
      )}
      <Tooltip label={t.queue.clearSelection}>
        <ActionIcon onClick={selection.clear} aria-label={t.queue.clearSelection}>
          <IconX size={16} />
        </ActionIcon>
      </Tooltip>
      <Button size="compact-sm" variant="default" loading={claim.isPending} onClick={() => claim.mutate()}>
        {t.queue.claimMany(Math.min(entries.length, maxClaims))}
      </Button>
      <Button size="compact-sm" flex={1} onClick={onDecide}>
        {t.queue.decideSelected}
      </Button>
      {claim.data === false && (
        <Text c="dimmed" fz="xs">
          {t.queue.claimsFailed}
        </Text>
      )}
      {claim.error && <ErrorAlert error={claim.error} />}
    </div>
  )
}
