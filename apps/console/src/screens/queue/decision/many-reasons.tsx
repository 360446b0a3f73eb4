import { Checkbox, Skeleton, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { t } from '../../../texts/texts.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { maxReasonText } from '../../../ui/reason-limits.ts'
import { useReasonTemplates } from '../../../ui/use-reason-templates.ts'
import classes from './many.module.css'
import type { ManyReason } from './many.ts'
import type { Many } from './use-many.ts'

/** The reasons for rejecting many entries: templates, and a text of one's own. */
export function ManyReasons({ many: { reasons, setReasons } }: { many: Many }) {
  const query = useReasonTemplates()
  const [text, setText] = useState(() => reasons.find(({ code }) => code === null)?.text ?? '')
  const templates = reasons.filter(({ code }) => code !== null)
  const own = (value: string): ManyReason[] =>
    value.trim() ? [{ code: null, text: value.trim(), fields: [] }] : []
  function toggle(template: ManyReason, isChosen: boolean) {
    const others = templates.filter(({ code }) => code !== template.code)
    setReasons([...others, ...(isChosen ? [template] : []), ...own(text)])
  }
  return (
    <Stack gap="xs">
      <h3 className={classes.heading}>{t.decision.reasons}</h3>
      {query.error && <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton h={180} />}
      {query.data?.map(({ code, text: label, fields }) => (
        <Checkbox
          key={code}
          label={<bdi>{label}</bdi>}
          checked={templates.some((reason) => reason.code === code)}
          onChange={(event) => toggle({ code, text: label, fields }, event.currentTarget.checked)}
        />
      ))}
      <Textarea
        label={t.decision.many.ownReason}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={maxReasonText}
        value={text}
        onChange={({ currentTarget: { value } }) => {
          setText(value)
          setReasons([...templates, ...own(value)])
        }}
      />
    </Stack>
  )
}
