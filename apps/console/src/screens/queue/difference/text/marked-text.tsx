import { Fragment } from 'react'
import { t } from '../../../../texts/texts.ts'
import { codePoint, type Part, partsOf } from './characters.ts'
import classes from './text.module.css'

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
  const name = t.difference.lookAlike(part.text, part.looksLike, codePoint(part.text))
  return (
    <span className={classes.lookAlike} title={name}>
      {part.text}
    </span>
  )
}

function nameOf(character: string, label: string): string {
  const names: Record<string, string> = t.difference.characters
  const name = Object.hasOwn(names, label) ? names[label] : undefined
  return name ? `${name} (${codePoint(character)})` : t.difference.invisibleCharacter(codePoint(character))
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
    const name = part === ' ' ? t.difference.space : t.difference.lineBreak
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other identity.
      <Fragment key={index}>
        <Mark label={label} name={name} />
        {part === '\n' && part}
      </Fragment>
    )
  })
}
