import { useEffect, useState } from 'react'
import type { CheckResult } from '../data/file-types.ts'
import { check } from '../data/worker-client.ts'
import { useCategoryTree } from '../use-category-index.ts'
import { useMarket } from '../use-market.ts'
import { type ImportDraft, missingFields, repeatedFields } from './import-draft.ts'

export type CheckState = {
  /** The latest result. While the file is being checked again, it is that of before. */
  result: CheckResult | undefined
  isChecking: boolean
  /** The number of rows that were read so far. */
  rows: number
  error: unknown
}

/** Edits follow each other quickly, and only the last check matters. */
const delayMs = 200

/** Checks all rows of the file whenever something has changed that decides what is sent. */
export function useCheck(draft: ImportDraft): CheckState {
  const { file, info, mode, map, edits, serviceFaults } = draft
  const tree = useCategoryTree()
  const read = useMarket()
  const [state, setState] = useState<CheckState>({
    ...{ result: undefined, isChecking: true, rows: 0, error: undefined }
  })
  const isMapped = missingFields(draft).length === 0 && repeatedFields(draft).length === 0
  const categories = tree.data
  const market = read.data
  useEffect(() => {
    if (!categories || !market) return
    if (!isMapped) return setState({ result: undefined, isChecking: false, rows: 0, error: undefined })
    const stop = new AbortController()
    setState((before) => ({ ...before, isChecking: true, rows: 0, error: undefined }))
    const input = { file, info, mode, map, categories, market, edits, serviceFaults }
    const onProgress = (rows: number) => setState((before) => ({ ...before, rows }))
    const timer = setTimeout(() => {
      check(input, { signal: stop.signal, onProgress }).then(
        (result) => setState({ result, isChecking: false, rows: result.rows, error: undefined }),
        (error: unknown) => {
          if (!stop.signal.aborted) setState({ result: undefined, isChecking: false, rows: 0, error })
        }
      )
    }, delayMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [file, info, mode, map, categories, market, edits, serviceFaults, isMapped])
  const error = tree.error ?? read.error
  return error ? { ...state, isChecking: false, error } : state
}
