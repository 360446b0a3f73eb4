import { useEffect, useMemo, useState } from 'react'
import { type ReadHtml, readHtml } from './read-html.ts'

/** The largest number of characters that are read at once. Reading this many takes a few milliseconds. */
const maxAtOnce = 8000

/**
 * Returns the content of a description, or undefined until it has been read. A long one is read after the page has
 * been shown, so that the page responds in the meantime.
 */
export function useReadHtml(html: string): ReadHtml | undefined {
  const isShort = html.length <= maxAtOnce
  const short = useMemo(() => (isShort ? readHtml(html) : undefined), [html, isShort])
  const [long, setLong] = useState<{ html: string; read: ReadHtml }>()
  useEffect(() => {
    if (isShort) return
    const timer = setTimeout(() => setLong({ html, read: readHtml(html) }))
    return () => clearTimeout(timer)
  }, [html, isShort])
  return short ?? (long?.html === html ? long.read : undefined)
}
