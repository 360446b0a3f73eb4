import { Skeleton } from '@mantine/core'
import { lazy, Suspense, useMemo, useRef } from 'react'
import { readDocument, writeHtml } from './document.ts'
import type { EditorProps } from './editor.tsx'

// Most of the editor is loaded only for what it can show.
const Editor = lazy(() => import('./editor.tsx'))

export { readDocument }

type Props = Omit<EditorProps, 'doc' | 'onChange'> & {
  /** A text or HTML for which `readDocument` returns a document. */
  value: string
  onChange(html: string): void
}

/** Edits a text or HTML with formatting. What isn't edited stays as it was written. */
export function RichText({ value, onChange, ...props }: Props) {
  const written = useRef<{ html: string; doc: EditorProps['doc'] }>(undefined)
  const original = useRef({ value, doc: readDocument(value) })
  const doc = useMemo(() => {
    if (written.current?.html === value) return written.current.doc
    const read = readDocument(value)
    original.current = { value, doc: read }
    return read
  }, [value])
  if (!doc) return null
  return (
    <Suspense fallback={<Skeleton height={203} />}>
      <Editor
        doc={doc}
        onChange={(changed) => {
          const { doc: first, value: source } = original.current
          // After all edits were undone, the source is the same again.
          const html = first && changed.eq(first) ? source : writeHtml(changed)
          written.current = { html, doc: changed }
          onChange(html)
        }}
        {...props}
      />
    </Suspense>
  )
}
