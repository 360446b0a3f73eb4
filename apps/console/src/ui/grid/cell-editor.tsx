import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import classes from './grid.module.css'
import type { EndEdit } from './use-cells.ts'

type Props = {
  label: string
  start: string
  /** True if `start` was typed, and replaces the value. */
  isReplacing: boolean
  isNumber: boolean
  onEnd: EndEdit
}

/** The input in a cell. Enter and Tab commit, Escape cancels. */
export function CellEditor({ label, start, isReplacing, isNumber, onEnd }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const hasEnded = useRef(false)
  useLayoutEffect(() => {
    hasEnded.current = false
    input.current?.focus()
    if (!isReplacing) input.current?.select()
  }, [isReplacing])

  const end = (...[text, to]: Parameters<EndEdit>) => {
    if (hasEnded.current) return
    hasEnded.current = true
    onEnd(text === start && !isReplacing ? undefined : text, to)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { value } = event.currentTarget
    const { key, shiftKey, nativeEvent } = event
    if (nativeEvent.isComposing || !['Enter', 'Tab', 'Escape'].includes(key)) return
    event.preventDefault()
    event.stopPropagation()
    if (key === 'Escape') end(undefined, 'stay')
    else if (key === 'Enter') end(value, shiftKey ? 'up' : 'down')
    else end(value, shiftKey ? 'previous' : 'next')
  }
  return (
    <input
      ref={input}
      className={classes.editor}
      aria-label={label}
      defaultValue={start}
      inputMode={isNumber ? 'decimal' : 'text'}
      autoComplete="off"
      spellCheck={false}
      onKeyDown={onKeyDown}
      onBlur={(event) => end(event.currentTarget.value, 'away')}
    />
  )
}
