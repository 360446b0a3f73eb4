import { Text } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { Fragment, type ReactNode, useMemo, useState } from 'react'
import { differenceTexts } from '../../../texts/difference.ts'
import { codePoint, type Part, partsOf } from './characters.ts'
import type { Piece } from './compare-texts.ts'
import classes from './text.module.css'
import { countHidden, headOf } from './text-changes.ts'

type Props = {
  text: string
  /** True to show spaces and line breaks too, because they are what changed. */
  showsSpaces?: boolean
}

/**
 * Shows a text with marks for the characters that can't be seen and for letters that look like others. Characters that
 * change the direction of texts are among these, so the text has no effect on what is around it.
 */
export function MarkedText({ text, showsSpaces = false }: Props) {
  return partsOf(text).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other identity.
    <Fragment key={index}>{showPart(part, showsSpaces)}</Fragment>
  ))
}

/** Shows a short text with marks inside of another text. */
export function InlineText({ text }: { text: string }) {
  return (
    <bdi className={classes.inline}>
      <MarkedText text={text} />
    </bdi>
  )
}

function showPart(part: Part, showsSpaces: boolean) {
  if (part.kind === 'plain') return showsSpaces ? withSpaces(part.text) : part.text
  if (part.kind === 'invisible') return <Mark label={part.label} name={nameOf(part.text, part.label)} />
  const name = differenceTexts.lookAlike(part.text, part.looksLike, codePoint(part.text))
  return (
    <span className={classes.lookAlike} title={name}>
      {part.text}
    </span>
  )
}

function nameOf(character: string, label: string): string {
  const names: Record<string, string> = differenceTexts.characters
  const name = Object.hasOwn(names, label) ? names[label] : undefined
  return name ? `${name} (${codePoint(character)})` : differenceTexts.invisibleCharacter(codePoint(character))
}

function Mark({ label, name }: { label: string; name: string }) {
  return (
    <span className={classes.mark} role="img" aria-label={name} title={name}>
      {label}
    </span>
  )
}

const spaces: Record<string, string> = { ' ': '·', '\n': '↵', '\r': 'CR' }

function withSpaces(text: string) {
  return text.split(/([ \n\r])/).map((part, index) => {
    const label = spaces[part]
    if (label === undefined) return part
    const name = part === ' ' ? differenceTexts.space : differenceTexts.lineBreak
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other identity.
      <Fragment key={index}>
        <Mark label={label} name={name} />
        {part === '\n' && part}
      </Fragment>
    )
  })
}

/** `limit` is the number of characters that are shown at first. */
type LongProps = Props & { limit: number }

/** Shows the beginning of a long text, and the rest when it is asked for. */
export function LongText({ text, limit, showsSpaces = false }: LongProps) {
  const start = text.length > limit * 1.25 ? headOf(text, limit) : text
  const rest = text.slice(start.length)
  return (
    <>
      <MarkedText text={start} showsSpaces={showsSpaces} />
      {rest && <Hidden text={rest} showsSpaces={showsSpaces} isRest />}
    </>
  )
}

/** A button that shows a text in its place. */
export function Hidden({ text, showsSpaces = false, isRest = false }: Props & { isRest?: boolean }) {
  const [isShown, setIsShown] = useState(false)
  if (isShown) return <MarkedText text={text} showsSpaces={showsSpaces} />
  return (
    <button type="button" className={classes.show} onClick={() => setIsShown(true)}>
      {isRest ? differenceTexts.showRest(text.length) : differenceTexts.showUnchanged(text.length)}
    </button>
  )
}

type NoteProps = {
  /** True for what a reviewer must not overlook. */
  isWarning?: boolean
  children: ReactNode
}

/** A remark about a value. */
export function Note({ isWarning = false, children }: NoteProps) {
  const Icon = isWarning ? IconAlertTriangle : IconInfoCircle
  return (
    <Text component="div" fz="sm" className={isWarning ? classes.warning : classes.note}>
      <Icon size={15} stroke={1.8} aria-hidden className={classes.noteIcon} />
      <div>{children}</div>
    </Text>
  )
}

/** Says which changes of a text are easily overlooked, and which of its characters can't be seen or look like others. */
export function TextNotes({ text, pieces }: { text: string; pieces: Piece[] }) {
  const changes = useMemo(() => countHidden(pieces), [pieces])
  const parts = useMemo(() => partsOf(text), [text])
  const invisible = parts.filter((part) => part.kind === 'invisible' && !harmless.has(part.label)).length
  const lookAlikes = parts.filter(({ kind }) => kind === 'look-alike').length
  const notes = [...changes].map(([kind, count]) => differenceTexts.hidden[kind](count))
  if (invisible > 0 && !changes.has('invisible')) notes.push(differenceTexts.invisibleCharacters(invisible))
  if (lookAlikes > 0 && !changes.has('look-alike')) notes.push(differenceTexts.lookAlikes(lookAlikes))
  return notes.length > 0 && <Note isWarning>{notes.join(' · ')}</Note>
}

/** Characters of ordinary texts. They are marked, but need no remark. */
const harmless = new Set(['NBSP', 'NNBSP', 'SHY', 'TAB', 'ZWNJ'])
