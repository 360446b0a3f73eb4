import { useMemo } from 'react'
import { t } from '../../../../texts/texts.ts'
import { partsOf } from './characters.ts'
import type { Piece } from './compare-texts.ts'
import { countHidden } from './hidden-changes.ts'
import { Note } from './note.tsx'

const none: Piece[] = []

/** Says which changes of a text are easily overlooked, and which of its characters can't be seen or look like others. */
export function TextNotes({ text, pieces = none }: { text: string; pieces?: Piece[] }) {
  const changes = useMemo(() => countHidden(pieces), [pieces])
  const parts = useMemo(() => partsOf(text), [text])
  const invisible = parts.filter((part) => part.kind === 'invisible' && !harmless.has(part.label)).length
  const lookAlikes = parts.filter(({ kind }) => kind === 'look-alike').length
  const notes = [...changes].map(([kind, count]) => t.difference.hidden[kind](count))
  if (invisible > 0 && !changes.has('invisible')) notes.push(t.difference.invisibleCharacters(invisible))
  if (lookAlikes > 0 && !changes.has('look-alike')) notes.push(t.difference.lookAlikes(lookAlikes))
  return notes.length > 0 && <Note isWarning>{notes.join(' · ')}</Note>
}

/** Characters of ordinary texts. They are marked, but need no remark. */
const harmless = new Set(['NBSP', 'NNBSP', 'SHY', 'TAB', 'ZWNJ'])
