import { t } from '../../../../texts/texts.ts'
import { partsOf } from './characters.ts'
import type { Piece } from './compare-texts.ts'
import { countHidden } from './hidden-changes.ts'
import { Note } from './note.tsx'

/** Says how many changes are easily overlooked, and why. */
export function HiddenChanges({ pieces }: { pieces: Piece[] }) {
  const counts = [...countHidden(pieces)]
  if (counts.length === 0) return null
  return <Note isWarning>{counts.map(([kind, count]) => t.difference.hidden[kind](count)).join(' · ')}</Note>
}

/** Says how many characters of a text can't be seen, and how many letters look like others. */
export function InvisibleCharacters({ text }: { text: string }) {
  const parts = partsOf(text)
  const invisible = parts.filter((part) => part.kind === 'invisible' && !harmless.has(part.label)).length
  const lookAlikes = parts.filter(({ kind }) => kind === 'look-alike').length
  if (invisible + lookAlikes === 0) return null
  const notes = [
    invisible > 0 && t.difference.invisibleCharacters(invisible),
    lookAlikes > 0 && t.difference.lookAlikes(lookAlikes)
  ]
  return <Note isWarning>{notes.filter(Boolean).join(' · ')}</Note>
}

/** Characters of ordinary texts. They are marked, but need no remark. */
const harmless = new Set(['NBSP', 'NNBSP', 'SHY', 'TAB', 'ZWNJ'])
