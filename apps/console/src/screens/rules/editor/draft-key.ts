import type { Me } from '@purveyor/client'

/** Returns the key of the draft of a rule. A new rule has the id `new`. */
export function draftKey(me: Me, id: string): string {
  return `approval rule ${me.user?.id ?? ''} ${id}`
}
