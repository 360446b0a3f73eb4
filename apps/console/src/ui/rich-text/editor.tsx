import { history } from 'prosemirror-history'
import { keymap } from 'prosemirror-keymap'
import type { Node as Doc } from 'prosemirror-model'
import { EditorState } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { useEffect, useRef, useState } from 'react'
import { keys } from './commands.ts'
import { cleanPasted } from './pasted-html.ts'
import classes from './rich-text.module.css'
import { Toolbar } from './toolbar.tsx'

export type EditorProps = {
  label: string
  /** The document at the beginning. Another one replaces what is in the editor. */
  doc: Doc
  /** The name of the field, by which scripts find the editor. */
  field: string
  isInvalid: boolean
  /** Called with the document after each edit. */
  onChange(doc: Doc): void
}

/** Edits a document with formatting. */
export default function Editor({ label, doc, field, isInvalid, onChange }: EditorProps) {
  const box = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const [state, setState] = useState(() => stateOf(doc))
  const latest = useRef(onChange)
  latest.current = onChange

  // biome-ignore lint/correctness/useExhaustiveDependencies: later states are set in the view
  useEffect(() => {
    const editor = new EditorView(box.current, {
      state,
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        'data-field': field,
        class: classes.text ?? ''
      },
      transformPastedHTML: cleanPasted,
      dispatchTransaction(transaction) {
        const next = editor.state.apply(transaction)
        editor.updateState(next)
        setState(next)
        if (transaction.docChanged) latest.current(next.doc)
      }
    })
    view.current = editor
    return () => editor.destroy()
  }, [label, field])

  useEffect(() => {
    const editor = view.current
    if (!editor || editor.state.doc.eq(doc)) return
    const next = stateOf(doc)
    editor.updateState(next)
    setState(next)
  }, [doc])

  return (
    <div className={classes.editor} data-invalid={isInvalid || undefined}>
      <Toolbar
        state={state}
        run={(command) => {
          const editor = view.current
          if (!editor) return
          command(editor.state, editor.dispatch, editor)
          editor.focus()
        }}
      />
      <div ref={box} />
    </div>
  )
}

function stateOf(doc: Doc): EditorState {
  return EditorState.create({ doc, plugins: [history(), keymap(keys)] })
}
