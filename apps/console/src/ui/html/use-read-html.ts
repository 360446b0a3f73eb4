import { useCallback } from 'react'
import { useLater } from '../use-later.ts'
import { type ReadHtml, readHtml } from './read-html.ts'

/** The largest number of characters that are read at once. Reading this many takes a few milliseconds. */
const maxAtOnce = 8000

/** Returns the content of a description, or undefined until it has been read. */
export function useReadHtml(html: string): ReadHtml | undefined {
  const read = useCallback(() => readHtml(html), [html])
  return useLater(read, html.length > maxAtOnce)
}
