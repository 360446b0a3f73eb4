import { Button, Group, Text } from '@mantine/core'
import { t } from '../texts/texts.ts'

/** Says that a form has what was typed before, and offers to discard it. */
export function RestoredNote({ onDiscard }: { onDiscard: () => void }) {
  return (
    <Group gap="xs" role="status">
      <Text c="dimmed" fz="sm">
        {t.drafts.restored}
      </Text>
      <Button size="compact-xs" variant="default" onClick={onDiscard}>
        {t.drafts.discard}
      </Button>
    </Group>
  )
}
