import type { Input } from './command.ts'

/**
 * Returns a command as one types it into a shell, for messages: its words, and those of the named options that
 * are set. The profile and the address of the service are always repeated.
 */
export function commandLine(words: string[], values: Input['values'], options: string[] = []): string {
  const line = ['purveyor', ...words]
  for (const name of [...options, 'profile', 'url']) {
    for (const value of [values[name]].flat()) {
      if (value === true) line.push(`--${name}`)
      else if (typeof value !== 'string') continue
      else if (value.startsWith('-')) line.push(`--${name}=${value}`)
      else line.push(`--${name}`, value)
    }
  }
  return line.map(quoted).join(' ')
}

function quoted(word: string): string {
  return /^[\w./:@=,+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
