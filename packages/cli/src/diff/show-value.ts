/** The old and the new value of a field as text on one line. */
export type ShownValues = { old: string; new: string }

const none = '(none)'
const escapes: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }
/** How much of a long text is shown before the first difference. */
const before = 16

/**
 * Returns two values as text of at most `width` characters each. Of a long text, the part around the first
 * difference is shown.
 */
export function showValues(oldValue: unknown, newValue: unknown, width: number): ShownValues {
  const [oldText, newText] = [textOf(oldValue), textOf(newValue)]
  if (oldText.length <= width && newText.length <= width) return { old: oldText, new: newText }
  const start = Math.max(0, commonStart(oldText, newText) - before)
  return { old: excerpt(oldText, start, width), new: excerpt(newText, start, width) }
}

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return none
  if (Array.isArray(value) && value.length === 0) return none
  if (typeof value !== 'string') return printable(JSON.stringify(value))
  return value.trim() === value ? printable(value) : printable(JSON.stringify(value))
}

/** Returns text without control characters, which could change what a terminal shows. */
export function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, (character) => escapes[character] ?? '\uFFFD')
}

function commonStart(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length++
  return length
}

function excerpt(text: string, start: number, width: number): string {
  const from = Math.min(start, Math.max(0, text.length - width))
  const begin = from > 0 ? '…' : ''
  const end = text.length - from > width ? '…' : ''
  return `${begin}${text.slice(from + begin.length, from + width - end.length)}${end}`.toWellFormed()
}
