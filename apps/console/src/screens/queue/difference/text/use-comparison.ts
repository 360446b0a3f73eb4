import { useCallback } from 'react'
import { useLater } from '../../../../ui/use-later.ts'
import { compareTexts } from './compare-texts.ts'

/** The largest number of characters that are compared at once. Comparing this many takes a few milliseconds. */
const maxAtOnce = 12_000

/** Returns the difference of two texts, or undefined until they have been compared. */
export function useComparison(before: string, after: string): ReturnType<typeof compareTexts> | undefined {
  const compare = useCallback(() => compareTexts(before, after), [before, after])
  return useLater(compare, before.length + after.length > maxAtOnce)
}
