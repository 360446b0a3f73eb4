import { styleText } from 'node:util'

export type Style = Parameters<typeof styleText>[0]

/** Returns the text with escape codes. Where a stream shows no colours, `withoutStyles` removes them. */
export function style(format: Style, text: string): string {
  return styleText(format, text, { validateStream: false })
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: escape codes begin with a control character
const styles = /\u001b\[[\d;]*m/g

/** Removes the escape codes that `style` adds. */
export const withoutStyles = (text: string): string => text.replace(styles, '')

// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are what is removed
const controls = /\u001b(?!\[[\d;]*m)|[\u0000-\u001a\u001c-\u001f\u007f-\u009f]+/g

/**
 * Replaces control characters, line breaks included, with spaces, so that no text of others can move the
 * cursor or break the lines of a table. Escape codes of styles remain.
 */
export const onOneLine = (text: string): string => text.replace(controls, ' ')

type Environment = Record<string, string | undefined>

/** True if text to the stream may have colours. See https://no-color.org and https://force-color.org. */
export function hasColours(stream: { isTTY?: boolean }, env: Environment, args: string[]): boolean {
  if (env.NO_COLOR || args.includes('--no-color')) return false
  if (env.FORCE_COLOR && env.FORCE_COLOR !== '0') return true
  return stream.isTTY === true && env.TERM !== 'dumb'
}
