import { Alert, Button, Text } from '@mantine/core'
import type { ReasonTemplate } from '@purveyor/client'
import { t } from '../../texts/texts.ts'
import { useLastActor } from '../../ui/use-last-actor.ts'
import { namesOfFields } from './field-names.ts'
import classes from './reasons.module.css'
import type { ReasonForm } from './use-reason-form.ts'

/** Says who has changed a reason while it was edited, and to what. */
export function ConflictNotice({ form, current }: { form: ReasonForm; current: ReasonTemplate }) {
  const name = useLastActor(current)
  const rows = [
    ['text', t.reasons.text, current.text],
    ['code', t.reasons.code, current.code],
    ['fields', t.reasons.fields, namesOfFields(current.fields).join(', ') || t.reasons.allFields]
  ] as const
  const hasRows = form.conflicts.length > 0
  return (
    <Alert role="alert" color="amber" title={name ? t.reasons.conflictBy(name) : t.reasons.conflict}>
      <Text>{hasRows ? t.reasons.conflictText : t.drafts.conflictText}</Text>
      {rows
        .filter(([field]) => form.conflicts.includes(field))
        .map(([field, label, value]) => (
          <Text key={field} mt={6} className={classes.text}>
            <b>{t.reasons.conflictNow(label)}</b> {value}
          </Text>
        ))}
      <Button mt="sm" size="xs" variant="default" onClick={form.discard}>
        {hasRows ? t.reasons.useTheirs : t.drafts.discardMine}
      </Button>
    </Alert>
  )
}

/** Says that a reason was deleted while it was edited. */
export function DeletedNotice() {
  return (
    <Alert role="alert" color="amber" title={t.reasons.deleted}>
      {t.reasons.deletedText}
    </Alert>
  )
}
