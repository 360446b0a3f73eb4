import { Alert, Button, Text } from '@mantine/core'
import { t } from '../texts/texts.ts'

type Props = {
  /** The names of the fields that both have changed. */
  fields: readonly string[]
  onDiscard: () => void
}

/** Says that someone else has changed what is being edited, and that nothing of the person's changes is lost. */
export function ConflictNote({ fields, onDiscard }: Props) {
  return (
    <Alert role="alert" color="amber" title={t.drafts.conflict}>
      <Text>{t.drafts.conflictText}</Text>
      {fields.length > 0 && <Text mt={4}>{t.drafts.conflictBoth(fields.join(', '))}</Text>}
      <Button mt="sm" size="xs" variant="default" onClick={onDiscard}>
        {t.drafts.discardMine}
      </Button>
    </Alert>
  )
}
