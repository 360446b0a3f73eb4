import { teamTexts } from '../../texts/team.ts'
import { CopyField } from '../copy-field.tsx'
import { formatDateTime } from '../format.ts'
import { OnceDialog } from '../once-dialog.tsx'

/** A link to send to a person, which works once. `replacesEarlier` is true if an earlier link ended because of it. */
export type ShownLink = { title: string; url: string; expiresAt: string; replacesEarlier?: boolean }

/** Shows a link with a token, once. */
export function LinkDialog({
  link: { title, url, expiresAt, replacesEarlier },
  onClose
}: {
  link: ShownLink
  onClose: () => void
}) {
  const { linkWarning, linkReplaces } = teamTexts
  const warning = replacesEarlier ? `${linkWarning} ${linkReplaces}` : linkWarning
  return (
    <OnceDialog title={title} warning={warning} onClose={onClose}>
      <CopyField
        label={teamTexts.link}
        value={url}
        description={teamTexts.linkExpires(formatDateTime(expiresAt))}
      />
    </OnceDialog>
  )
}
