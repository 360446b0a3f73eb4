import type { ReasonTemplate } from '@purveyor/client'
import { reasonsTexts } from '../../texts/reasons.ts'
import { Details } from '../../ui/details.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { namesOfFields } from './field-names.ts'

/** A reason as viewers see it. */
export function ReasonDetails({ template: { code, text, fields, updatedAt } }: { template: ReasonTemplate }) {
  return (
    <Details
      rows={[
        [reasonsTexts.code, code],
        [reasonsTexts.text, text],
        [reasonsTexts.fields, namesOfFields(fields).join(', ') || reasonsTexts.allFields],
        [reasonsTexts.updated, formatDateTime(updatedAt)]
      ]}
    />
  )
}
