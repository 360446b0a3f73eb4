import type { ReasonTemplate } from '@purveyor/client'
import { t } from '../../texts/texts.ts'
import { Details } from '../../ui/details.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { namesOfFields } from './field-names.ts'

/** A reason as viewers see it. */
export function ReasonDetails({ template: { code, text, fields, updatedAt } }: { template: ReasonTemplate }) {
  return (
    <Details
      rows={[
        [t.reasons.code, code],
        [t.reasons.text, text],
        [t.reasons.fields, namesOfFields(fields).join(', ') || t.reasons.allFields],
        [t.reasons.updated, formatDateTime(updatedAt)]
      ]}
    />
  )
}
