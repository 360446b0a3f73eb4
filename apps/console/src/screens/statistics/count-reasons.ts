import type { ModerationSnapshotSummary } from '@purveyor/client'

/** Returns the texts of the reasons of decisions, each with the number of decisions that have it, the most frequent first. */
export function countReasons(
  decisions: readonly Pick<ModerationSnapshotSummary, 'reasons'>[]
): { text: string; count: number }[] {
  const texts = decisions.flatMap(({ reasons }) => [...new Set(reasons.map(({ text }) => text.trim()))])
  return [...Map.groupBy(texts, (text) => text)]
    .map(([text, { length }]) => ({ text, count: length }))
    .sort((a, b) => b.count - a.count || a.text.localeCompare(b.text))
}
