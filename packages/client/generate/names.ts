import { readFileSync } from 'node:fs'

/** The names of the methods, as text. */
export const namesText = readFileSync(new URL('names.txt', import.meta.url), 'utf8')

/** Returns the methods that the text lists, in its order. The group "none" is that of operations without one. */
export function parseNames(text: string): { group: string; name: string; operationId: string }[] {
  const groups = text.split(/\n(?=\w)/).filter((line) => !line.startsWith('#'))
  return groups.flatMap((line) => {
    const [group = '', ...entries] = line.trim().split(/:?\s+/)
    return entries.map((entry) => {
      const [name = '', operationId = name] = entry.split('=')
      return { group, name, operationId }
    })
  })
}
