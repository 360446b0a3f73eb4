import { useState } from 'react'
import { t } from '../../../../texts/texts.ts'
import { MarkedText } from './marked-text.tsx'
import { headOf } from './shorten.ts'
import classes from './text.module.css'

type Props = {
  text: string
  /** The number of characters that are shown at first. */
  limit: number
  showsSpaces?: boolean
}

/** Shows the beginning of a long text, and the rest when it is asked for. */
export function LongText({ text, limit, showsSpaces = false }: Props) {
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
export function Hidden({ text, showsSpaces = false, isRest = false }: HiddenProps) {
  const [isShown, setIsShown] = useState(false)
  if (isShown) return <MarkedText text={text} showsSpaces={showsSpaces} />
  return (
    <button type="button" className={classes.show} onClick={() => setIsShown(true)}>
      {isRest ? t.difference.showRest(text.length) : t.difference.showUnchanged(text.length)}
    </button>
  )
}

type HiddenProps = { text: string; showsSpaces?: boolean; isRest?: boolean }
