import { t } from '../../texts/texts.ts'
import { CopyField } from '../../ui/copy-field.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { OnceDialog } from '../../ui/once-dialog.tsx'

/** A link to send to a person, which works once. */
export type ShownLink = { title: string; url: string; expiresAt: string }

/** Shows a link with a token, once. */
export function LinkDialog({
  link: { title, url, expiresAt },
  onClose
}: {
  link: ShownLink
  onClose: () => void
}) {
  return (
    <OnceDialog title={title} warning={t.team.linkWarning} onClose={onClose}>
      <CopyField
        label={t.team.link}
        value={url}
        description={t.team.linkExpires(formatDateTime(expiresAt))}
      />
    </OnceDialog>
  )
}
