import { Button, Group, Text } from '@mantine/core'
import { t } from '../texts/texts.ts'
import classes from './save-bar.module.css'

type Props = {
  isSaving: boolean
  submitText?: string
  onDiscard: () => void
}

/** The buttons of a form with changes that aren't saved. It stays in view at the bottom of the window. */
export function SaveBar({ isSaving, submitText = t.actions.save, onDiscard }: Props) {
  return (
    <Group className={classes.bar} justify="flex-end" gap="xs">
      <Text c="dimmed" fz="sm" mr="auto" role="status">
        {t.drafts.unsaved}
      </Text>
      <Button variant="default" onClick={onDiscard} disabled={isSaving}>
        {t.drafts.discardShort}
      </Button>
      <Button type="submit" loading={isSaving}>
        {submitText}
      </Button>
    </Group>
  )
}
