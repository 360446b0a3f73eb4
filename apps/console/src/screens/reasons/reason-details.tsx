import { Stack, Text } from '@mantine/core'
import type { ReasonTemplate } from '@purveyor/client'
import { t } from '../../texts/texts.ts'
import { formatDateTime } from '../../ui/format.ts'
import { namesOfFields } from './field-names.ts'
import classes from './reasons.module.css'

/** A reason as viewers see it. */
export function ReasonDetails({ template: { code, text, fields, updatedAt } }: { template: ReasonTemplate }) {
  const rows = [
    [t.reasons.code, code],
    [t.reasons.text, text],
    [t.reasons.fields, namesOfFields(fields).join(', ') || t.reasons.allFields],
    [t.reasons.updated, formatDateTime(updatedAt)]
  ]
  return (
    <Stack component="dl" gap="md" m={0}>
      {rows.map(([label, value]) => (
        <div key={label}>
          <Text component="dt" c="dimmed" fz="xs">
            {label}
          </Text>
          <Text component="dd" m={0} className={classes.text}>
            {value}
          </Text>
        </div>
      ))}
    </Stack>
  )
}
