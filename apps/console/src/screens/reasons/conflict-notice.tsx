import { Alert, Button, Text } from '@mantine/core'
import type { ReasonTemplate } from '@purveyor/client'
import { t } from '../../texts/texts.ts'
import { useLastActor } from '../../ui/use-last-actor.ts'
import { namesOfFields } from './field-names.ts'
import { changesOf } from './reason-values.ts'
import classes from './reasons.module.css'
import type { ReasonForm } from './use-reason-form.ts'

/** Says who has changed a reason while it was edited, and to what. */
export function ConflictNotice({ form, current }: { form: ReasonForm; current: ReasonTemplate }) {
  const name = useLastActor(current)
  const changes = changesOf(form.values, current)
  const rows = [
    ...(changes.text === undefined ? [] : [[t.reasons.text, current.text]]),
    ...(changes.code === undefined ? [] : [[t.reasons.code, current.code]]),
    ...(changes.fields === undefined
      ? []
      : [[t.reasons.fields, namesOfFields(current.fields).join(', ') || t.reasons.allFields]])
  ]
  return (
    <Alert role="alert" color="amber" title={name ? t.reasons.conflictBy(name) : t.reasons.conflict}>
      <Text>{t.reasons.conflictText}</Text>
      {rows.map(([label = '', value]) => (
        <Text key={label} mt={6} className={classes.text}>
          <b>{t.reasons.conflictNow(label)}</b> {value}
        </Text>
      ))}
      <Button mt="sm" size="xs" variant="default" onClick={form.reset}>
        {t.reasons.useTheirs}
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
