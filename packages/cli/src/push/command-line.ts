import type { Input } from '../command.ts'
import { pushOptions } from './options.ts'

/** Returns the command that pushes another file with the same options, for messages. */
export function repeatCommand(file: string, values: Input['values']): string {
  const words = ['purveyor', 'push', file]
  for (const name of Object.keys(pushOptions)) {
    // Encodings and delimiters are those of the original file; a dry run is usually followed by a push.
    if (['encoding', 'dry-run', 'save-map'].includes(name)) continue
    for (const value of [values[name]].flat()) {
      if (value === true) words.push(`--${name}`)
      else if (typeof value === 'string') words.push(`--${name}`, value)
    }
  }
  const { 'save-map': saved, map } = values
  if (typeof saved === 'string' && map === undefined) words.push('--map', saved)
  return words.map(quoted).join(' ')
}

function quoted(word: string): string {
  return /^[\w./:@=,+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
