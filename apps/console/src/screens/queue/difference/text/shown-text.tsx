import { useDifference } from '../difference-context.tsx'
import { LongText } from './long-text.tsx'
import classes from './text.module.css'
import { TextNotes } from './text-notes.tsx'

/** Shows the text of a new product, with marks and notes as in a difference. */
export function ShownText({ text, isCode = false }: { text: string; isCode?: boolean }) {
  const { isCompact } = useDifference()
  return (
    <div className={classes.difference}>
      <p dir="auto" className={isCode ? classes.code : classes.paragraph}>
        <LongText text={text} limit={isCompact ? 240 : 1200} />
      </p>
      <TextNotes text={text} />
    </div>
  )
}
