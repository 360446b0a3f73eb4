import { t } from '../../../../texts/texts.ts'
import type { Piece } from './compare-texts.ts'
import { differingPart } from './emphasis.ts'
import { hiddenKindOf } from './hidden-changes.ts'
import { LongText } from './long-text.tsx'
import { MarkedText } from './marked-text.tsx'
import classes from './text.module.css'

type Props = {
  change: Extract<Piece, { kind: 'change' }>
  /** Shows only the old or only the new text. */
  side?: 'before' | 'after' | undefined
  limit: number
}

/** Shows a text that was replaced: the old one crossed out, and the new one underlined. */
export function ChangedText({ change: { before, after }, side, limit }: Props) {
  const isSpacesOnly = hiddenKindOf(before, after) === 'spaces'
  // A space that is crossed out looks like a hyphen.
  const showsSpacesOf = (text: string) => isSpacesOnly || !/\S/.test(text)
  const part = differingPart(before, after)
  return (
    <>
      {before && side !== 'after' && (
        <del className={classes.removed} data-label={t.difference.removedText}>
          {part ? (
            <Emphasised text={before} start={part.start} end={part.end} showsSpaces={showsSpacesOf(before)} />
          ) : (
            <LongText text={before} limit={limit} showsSpaces={showsSpacesOf(before)} />
          )}
        </del>
      )}
      {after && side !== 'before' && (
        <ins className={classes.added} data-label={t.difference.addedText}>
          {part ? (
            <Emphasised
              text={after}
              start={part.start}
              end={part.otherEnd}
              showsSpaces={showsSpacesOf(after)}
            />
          ) : (
            <LongText text={after} limit={limit} showsSpaces={showsSpacesOf(after)} />
          )}
        </ins>
      )}
    </>
  )
}

type EmphasisedProps = { text: string; start: number; end: number; showsSpaces: boolean }

/** Shows a word of which only some letters differ. */
function Emphasised({ text, start, end, showsSpaces }: EmphasisedProps) {
  const differing = text.slice(start, end)
  if (!differing) return <MarkedText text={text} showsSpaces={showsSpaces} />
  return (
    <>
      {start > 0 && <MarkedText text={text.slice(0, start)} />}
      <b className={classes.emphasis}>
        <MarkedText text={differing} showsSpaces={showsSpaces} />
      </b>
      {end < text.length && <MarkedText text={text.slice(end)} />}
    </>
  )
}
