import type { Sample } from '../code.ts'
import type { Operation } from './document.ts'

/** Returns the call of an operation with the TypeScript client, or undefined if the client has no method. */
export function typescriptOf(_operation: Operation): Sample | undefined {
  return undefined
}
