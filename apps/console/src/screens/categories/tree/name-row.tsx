import { TextInput } from '@mantine/core'
import { type CSSProperties, useRef, useState } from 'react'
import { taxonomyTexts } from '../../../texts/taxonomy.ts'
import classes from './tree.module.css'

type Props = {
  label: string
  level: number
  initial: string
  /** Called with the name, or with undefined if it is empty, unchanged, or Escape was pressed. */
  onDone: (name: string | undefined) => void
}

/** A row of the tree in which a name is typed. Enter and leaving the field take it over, Escape doesn't. */
export function NameRow({ label, level, initial, onDone }: Props) {
  const [name, setName] = useState(initial)
  const isDone = useRef(false)
  function finish(value: string | undefined) {
    // Removing the focused field leaves it once more.
    if (isDone.current) return
    isDone.current = true
    const trimmed = value?.trim()
    onDone(trimmed && trimmed !== initial ? trimmed : undefined)
  }
  return (
    <div
      role="treeitem"
      tabIndex={-1}
      aria-level={level}
      aria-label={label}
      className={classes.row}
      style={{ '--level': level } as CSSProperties}
    >
      <span className={classes.toggle} />
      <TextInput
        aria-label={label}
        placeholder={taxonomyTexts.namePlaceholder}
        size="xs"
        flex={1}
        maxLength={255}
        value={name}
        autoFocus
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setName(event.currentTarget.value)}
        onBlur={() => finish(name)}
        onKeyDown={(event) => {
          event.stopPropagation()
          if (event.key === 'Enter') finish(name)
          if (event.key === 'Escape') finish(undefined)
        }}
      />
    </div>
  )
}
