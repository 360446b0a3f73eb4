import { SegmentedControl, Skeleton, Text } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { Fragment, type ReactNode, Suspense, use, useCallback, useMemo } from 'react'
import { differenceTexts } from '../../../texts/difference.ts'
import { useLater } from '../../../ui/use-later.ts'
import type { Piece } from './compare-texts.ts'
import { useDifference } from './difference-context.tsx'
import { Hidden, LongText, MarkedText, Note, TextNotes } from './marked-text.tsx'
import classes from './text.module.css'
import { differingPart, hiddenKindOf, shorten } from './text-changes.ts'

type Props = {
  before: string
  after: string
  /** True for source code. */
  isCode?: boolean
  /** Shows the words even if the person prefers the old and the new text side by side. */
  onlyWords?: boolean
}

// Loaded beside the screen, of whose code it is a tenth, and before the first entry is read.
const comparing = import('./compare-texts.ts')

/**
 * Shows how a text changed, word by word or side by side, with notes about changes that are easily overlooked. The text of
 * a new product is one that has not changed.
 */
export function TextDifference(props: Props) {
  return (
    <Suspense fallback={<Skeleton height={24} />}>
      <Compared {...props} />
    </Suspense>
  )
}

function Compared({ before, after, isCode = false, onlyWords = false }: Props) {
  const { isCompact = false } = useDifference()
  const [view] = useTextView()
  const comparison = useComparison(before, after)
  if (!comparison) return <Skeleton height={200} />
  const { pieces, isWhole } = comparison
  const written = (side?: 'before' | 'after') => (
    <p dir="auto" className={isCode ? classes.code : classes.paragraph}>
      <Pieces pieces={pieces} side={side} isCompact={isCompact} />
    </p>
  )
  const showsSides = view === 'sides' && !onlyWords && !isCompact && before !== after
  return (
    <div className={classes.difference}>
      {showsSides ? (
        <Sides before={before && written('before')} after={after && written('after')} />
      ) : (
        written()
      )}
      {isWhole && <Note>{differenceTexts.comparedAsWhole}</Note>}
      {before && !after && <Note>{differenceTexts.textRemoved}</Note>}
      <TextNotes text={after} pieces={pieces} />
    </div>
  )
}

type PiecesProps = { pieces: Piece[]; side: 'before' | 'after' | undefined; isCompact: boolean }

function Pieces({ pieces, side, isCompact }: PiecesProps) {
  const shortened = useMemo(() => shorten(pieces, isCompact ? 60 : 240), [pieces, isCompact])
  const limit = isCompact ? 240 : 1500
  return shortened.map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces have no other identity.
    <Fragment key={index}>
      {piece.kind === 'same' && (
        <LongText text={piece.text} limit={shortened.length > 1 ? Infinity : limit} />
      )}
      {piece.kind === 'collapsed' && (
        <>
          {piece.start && <MarkedText text={piece.start} />}
          <Hidden text={piece.hidden} />
          {piece.end && <MarkedText text={piece.end} />}
        </>
      )}
      {piece.kind === 'change' && <ChangedText change={piece} side={side} limit={limit} />}
    </Fragment>
  ))
}

type ChangedProps = {
  change: Extract<Piece, { kind: 'change' }>
  /** Shows only the old or only the new text. */
  side: 'before' | 'after' | undefined
  limit: number
}

/** Shows a text that was replaced: the old one crossed out, and the new one underlined. */
function ChangedText({ change: { before, after }, side, limit }: ChangedProps) {
  const isSpacesOnly = hiddenKindOf(before, after) === 'spaces'
  const part = differingPart(before, after)
  const words = (text: string, end: number | undefined) => {
    // A space that is crossed out looks like a hyphen.
    const showsSpaces = isSpacesOnly || !/\S/.test(text)
    if (part && end !== undefined) return <Emphasised {...{ text, start: part.start, end, showsSpaces }} />
    return <LongText text={text} limit={limit} showsSpaces={showsSpaces} />
  }
  return (
    <>
      {before && side !== 'after' && (
        <del className={classes.removed} data-label={differenceTexts.removedText}>
          {words(before, part?.end)}
        </del>
      )}
      {after && side !== 'before' && (
        <ins className={classes.added} data-label={differenceTexts.addedText}>
          {words(after, part?.otherEnd)}
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

/** The largest number of characters that are compared at once. Comparing this many takes a few milliseconds. */
const maxAtOnce = 12_000

/** Returns the difference of two texts, or undefined until they have been compared. */
function useComparison(before: string, after: string) {
  const { compareTexts } = use(comparing)
  const compare = useCallback(() => compareTexts(before, after), [compareTexts, before, after])
  return useLater(compare, before.length + after.length > maxAtOnce)
}

const views: TextView[] = ['words', 'sides']

/** Chooses how changed texts are shown. */
export function TextViewSwitch() {
  const [view, setView] = useTextView()
  return (
    <SegmentedControl
      size="xs"
      aria-label={differenceTexts.viewLabel}
      value={view}
      onChange={(value) => setView(value === 'sides' ? 'sides' : 'words')}
      data={views.map((value) => ({ value, label: differenceTexts.views[value] }))}
    />
  )
}

/** How changed texts are shown: one text with the words that changed, or the old and the new text side by side. */
type TextView = 'words' | 'sides'

/** Returns how the person wants to see changed texts, and a function that changes and remembers it. */
export function useTextView(): [TextView, (view: TextView) => void] {
  const [view, setView] = useLocalStorage<TextView>({
    key: 'purveyor-text-view',
    defaultValue: 'words',
    getInitialValueInEffect: false,
    deserialize: (text) => (text === '"sides"' ? 'sides' : 'words')
  })
  return [view, setView]
}

/** Shows the old and the new value side by side, or below each other where that is too narrow. */
export function Sides(values: { before: ReactNode; after: ReactNode }) {
  return (
    <div className={classes.sides}>
      {(['before', 'after'] as const).map((side) => (
        <div key={side} className={classes.side}>
          <div className={classes.sideLabel}>{differenceTexts[side]}</div>
          <div className={classes.sideValue}>
            {values[side] || (
              <Text c="dimmed" fz="sm">
                {differenceTexts.empty}
              </Text>
            )}
          </div>
        </div>
      ))}
    </div>
  )
}
