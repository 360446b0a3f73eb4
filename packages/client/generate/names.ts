import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** An operation's method in the client: `addImage` of the group `products` for `addProductImage`. */
export type MethodName = { group: string; name: string; operationId: string }

/** The text of names.txt. */
export function namesText(): string {
  return readFileSync(join(import.meta.dirname, 'names.txt'), 'utf8')
}

/** Returns the methods that the text lists, in its order. The group "none" is that of operations without one. */
export function parseNames(text: string): MethodName[] {
  const groups = text
    .replaceAll(/^#.*\n/gm, '')
    .trim()
    .split(/\n(?=\w)/)
  return groups.flatMap((line) => {
    const [group = '', ...entries] = line.split(/:?\s+/)
    return entries.map((entry) => {
      const [name = '', operationId = name] = entry.split('=')
      return { group, name, operationId }
    })
  })
}
