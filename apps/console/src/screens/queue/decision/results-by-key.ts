import type { DecisionResults } from '@purveyor/client'

/** Returns the keys of the entries that were decided, and the errors of the others by key. */
export function resultsByKey({ results }: DecisionResults) {
  const keyOf = ({ kind, id }: { kind: string; id: string }) => `${kind}.${id}`
  const decided = results.filter(({ status }) => status === 'DECIDED').map(keyOf)
  const failed = results.flatMap((result) => (result.error ? [[keyOf(result), result.error] as const] : []))
  return { decided, failed: new Map(failed) }
}
