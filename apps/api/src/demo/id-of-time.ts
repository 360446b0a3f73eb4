import { newId } from '../lib/ids.ts'

/** An id as it would have been made then: lists are in the order of ids. */
export function idOfTime(at: number): string {
  const time = Math.floor(at).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}${newId().slice(13)}`
}
