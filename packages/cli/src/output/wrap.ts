import stringWidth from 'fast-string-width'
import { onOneLine } from './colours.ts'
import type { Output } from './output.ts'

/** Breaks a text into lines of at most `width` columns, at spaces only. */
export function wrap(text: string, width: number): string[] {
  return text.split('\n').flatMap((paragraph) => wrapWords(paragraph.split(/ +/), width))
}

/** Breaks a text like `wrap`, but not within backticks, so that a command can be copied as one line. */
export function wrapProse(text: string, width: number): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const words = paragraph.match(/(?:[^ `]|`[^`]*`|`)+/g) ?? []
    return wrapWords(words, width)
  })
}

function wrapWords(words: string[], width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of words) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && stringWidth(longer) > width) {
      lines.push(line)
      line = word
    } else line = longer
  }
  return [...lines, line]
}

/**
 * Returns the lines of a list of terms with explanations: the terms in a column on the left, the explanations
 * wrapped beside them.
 */
export function definitions(entries: [term: string, text: string][], width: number): string[] {
  const indent = '  '
  const termWidth = Math.min(34, Math.max(0, ...entries.map(([term]) => stringWidth(term))))
  const left = indent.length + termWidth + 2
  return entries.flatMap(([term, text]) => {
    const lines = wrap(text, Math.max(30, width - left))
    const fits = stringWidth(term) <= termWidth
    const first = fits
      ? `${indent}${term}${' '.repeat(termWidth - stringWidth(term))}  ${lines[0] ?? ''}`.trimEnd()
      : `${indent}${term}`
    const rest = lines.slice(fits ? 1 : 0).map((line) => `${' '.repeat(left)}${line}`)
    return [first, ...rest]
  })
}

/** Writes lines such as `Role  OWNER`, with the names on the left. */
export function showFields(out: Output, fields: [name: string, value: string][]): void {
  const entries = fields.map(([name, value]): [string, string] => [out.dim(name), onOneLine(value)])
  for (const line of definitions(entries, out.width)) out.line(line)
}
