import { Alert, Button, Text } from '@mantine/core'
import type { ReasonTemplate } from '@purveyor/client'
import { reasonsTexts } from '../../texts/reasons.ts'
import { t } from '../../texts/texts.ts'
import { useLastActor } from '../../ui/use-last-actor.ts'
import { namesOfFields } from './field-names.ts'
import classes from './reasons.module.css'
import type { ReasonForm } from './use-reason-form.ts'

/** Says who has changed a reason while it was edited, and to what. */
export function ConflictNotice({ form, current }: { form: ReasonForm; current: ReasonTemplate }) {
  const name = useLastActor(current)
  const rows = [
    ['text', reasonsTexts.text, current.text],
    ['code', reasonsTexts.code, current.code],
    ['fields', reasonsTexts.fields, namesOfFields(current.fields).join(', ') || reasonsTexts.allFields]
  ] as const
  const hasRows = form.conflicts.length > 0
  return (
    <Alert role="alert" color="amber" title={name ? reasonsTexts.conflictBy(name) : reasonsTexts.conflict}>
      <Text>{hasRows ? reasonsTexts.conflictText : t.drafts.conflictText}</Text>
      {rows
        .filter(([field]) => form.conflicts.includes(field))
        .map(([field, label, value]) => (
          <Text key={field} mt={6} className={classes.text}>
            <b>{reasonsTexts.conflictNow(label)}</b> {value}
          </Text>
        ))}
      <Button mt="sm" size="xs" variant="default" onClick={form.discard}>
        {hasRows ? reasonsTexts.useTheirs : t.drafts.discardMine}
      </Button>
    </Alert>
  )
}

/** Says that a reason was deleted while it was edited. */
export function DeletedNotice() {
  return (
    <Alert role="alert" color="amber" title={reasonsTexts.deleted}>
      {reasonsTexts.deletedText}
    </Alert>
  )
}
