import { ActionIcon, Tooltip, VisuallyHidden } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { t } from '../texts/texts.ts'
import { MoveControls } from './move-controls.tsx'
import { moved } from './reorder.ts'
import classes from './sortable-rows.module.css'
import { useDrag } from './use-drag.ts'

type Props<Row> = {
  rows: Row[]
  /** The name of a row, for its buttons. */
  nameOf: (row: Row, index: number) => string
  isReadOnly: boolean
  label: string
  onChange: (rows: Row[]) => void
  onRemoved: () => void
  children: (row: Row, index: number) => ReactNode
}

/** Rows that can be moved by drag and by buttons, and removed. */
export function SortableRows<Row extends { key: string }>(props: Props<Row>) {
  const { rows, nameOf, isReadOnly, label, onChange, onRemoved, children } = props
  const list = useRef<HTMLUListElement>(null)
  const [announcement, setAnnouncement] = useState('')
  const drag = useDrag(list, move)

  function move(from: number, to: number) {
    const row = rows[from]
    if (!row || to < 0 || to >= rows.length) return
    onChange(moved(rows, from, to))
    setAnnouncement(t.order.moved(nameOf(row, from), to + 1, rows.length))
  }
  return (
    <>
      <VisuallyHidden aria-live="polite">{announcement}</VisuallyHidden>
      <ul className={classes.rows} ref={list} aria-label={label}>
        {rows.map((row, index) => (
          <li
            key={row.key}
            className={classes.row}
            data-dragged={drag.draggedIndex === index || undefined}
            style={drag.styleOf(index)}
          >
            {!isReadOnly && (
              <MoveControls
                name={nameOf(row, index)}
                index={index}
                count={rows.length}
                handleProps={drag.handleProps(index)}
                onMove={(to) => move(index, to)}
              />
            )}
            <div className={classes.cell}>{children(row, index)}</div>
            {!isReadOnly && (
              <RemoveButton
                label={t.order.remove(nameOf(row, index))}
                onClick={() => {
                  onChange(rows.filter(({ key }) => key !== row.key))
                  onRemoved()
                }}
              />
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

function RemoveButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} onClick={onClick} size="lg">
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
