import { Skeleton } from '@mantine/core'
import { Fragment, useMemo } from 'react'
import { t } from '../../../../texts/texts.ts'
import { useDifference } from '../difference-context.tsx'
import { Sides } from '../sides.tsx'
import { ChangedText } from './changed-text.tsx'
import type { Piece } from './compare-texts.ts'
import { Hidden } from './long-text.tsx'
import { MarkedText } from './marked-text.tsx'
import { Note } from './note.tsx'
import { shorten } from './shorten.ts'
import classes from './text.module.css'
import { TextNotes } from './text-notes.tsx'
import { useComparison } from './use-comparison.ts'
import { useTextView } from './use-text-view.ts'

type Props = {
  before: string
  after: string
  /** True for source code. */
  isCode?: boolean
  /** Shows the words even if the person prefers the old and the new text side by side. */
  onlyWords?: boolean
}

/** Shows how a text changed, word by word or side by side, with notes about changes that are easily overlooked. */
export function TextDifference({ before, after, isCode = false, onlyWords = false }: Props) {
  const { isCompact = false } = useDifference()
  const [view] = useTextView()
  const comparison = useComparison(before, after)
  if (!comparison) return <Skeleton height={200} />
  const { pieces, isWhole } = comparison
  const className = isCode ? classes.code : classes.paragraph
  const showsSides = view === 'sides' && !onlyWords && !isCompact
  return (
    <div className={classes.difference}>
      {showsSides ? (
        <Sides
          before={
            before && (
              <p dir="auto" className={className}>
                <Pieces pieces={pieces} side="before" isCompact={isCompact} />
              </p>
            )
          }
          after={
            after && (
              <p dir="auto" className={className}>
                <Pieces pieces={pieces} side="after" isCompact={isCompact} />
              </p>
            )
          }
        />
      ) : (
        <p dir="auto" className={className}>
          <Pieces pieces={pieces} isCompact={isCompact} />
        </p>
      )}
      {isWhole && <Note>{t.difference.comparedAsWhole}</Note>}
      {!after && <Note>{t.difference.textRemoved}</Note>}
      <TextNotes text={after} pieces={pieces} />
    </div>
  )
}

type PiecesProps = { pieces: Piece[]; side?: 'before' | 'after'; isCompact: boolean }

function Pieces({ pieces, side, isCompact }: PiecesProps) {
  const shortened = useMemo(() => shorten(pieces, isCompact ? 60 : 240), [pieces, isCompact])
  return shortened.map((piece, index) => {
    if (piece.kind === 'collapsed') {
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces have no other identity.
        <Fragment key={index}>
          {piece.start && <MarkedText text={piece.start} />}
          <Hidden text={piece.hidden} />
          {piece.end && <MarkedText text={piece.end} />}
        </Fragment>
      )
    }
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces have no other identity.
    if (piece.kind === 'same') return <MarkedText key={index} text={piece.text} />
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces have no other identity.
    return <ChangedText key={index} change={piece} side={side} limit={isCompact ? 240 : 1500} />
  })
}
