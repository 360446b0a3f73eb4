import { VisuallyHidden } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { type CSSProperties, type DragEvent, type KeyboardEvent, useState } from 'react'
import { taxonomyTexts } from '../../../texts/taxonomy.ts'
import { formatNumber } from '../../../ui/format.ts'
import classes from './tree.module.css'
import type { TreeRow } from './tree-rows.ts'

/** Where something is dropped, as seen from the row below the pointer. */
export type Drop = 'before' | 'inside' | 'after'

type Props = {
  row: TreeRow
  isSelected: boolean
  isFocused: boolean
  isCut: boolean
  isDraggable: boolean
  onFocus: () => void
  onSelect: () => void
  onToggle: () => void
  onKeyDown: (event: KeyboardEvent) => void
  onDragStart: () => void
  onDragEnd: () => void
  /** True while something is dragged that can be dropped here. */
  mayDrop: boolean
  onDrop: (where: Drop) => void
}

/** A category in the tree, with the number of its products. */
export function CategoryRow({ row, onFocus, onSelect, onToggle, onKeyDown, ...props }: Props) {
  const { node, level, index, siblings, isOpen } = row
  const [drop, setDrop] = useState<Drop>()
  const hasChildren = node.children.length > 0
  const total = node.totalProductCount ?? 0
  function over(event: DragEvent) {
    if (!props.mayDrop) return
    event.preventDefault()
    setDrop(dropAt(event))
  }
  return (
    <div
      role="treeitem"
      data-id={node.id}
      aria-level={level}
      aria-posinset={index + 1}
      aria-setsize={siblings}
      aria-expanded={hasChildren ? isOpen : undefined}
      aria-selected={props.isSelected}
      className={classes.row}
      style={{ '--level': level } as CSSProperties}
      tabIndex={props.isFocused ? 0 : -1}
      data-cut={props.isCut || undefined}
      data-drop={drop}
      draggable={props.isDraggable}
      onFocus={onFocus}
      onClick={onSelect}
      onKeyDown={onKeyDown}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', node.name)
        props.onDragStart()
      }}
      onDragEnd={props.onDragEnd}
      onDragOver={over}
      onDragLeave={() => setDrop(undefined)}
      onDrop={(event) => {
        event.preventDefault()
        setDrop(undefined)
        props.onDrop(dropAt(event))
      }}
    >
      {/* The keys → and ← do the same. */}
      <span
        className={classes.toggle}
        aria-hidden
        onClick={(event) => {
          if (!hasChildren) return
          event.stopPropagation()
          onToggle()
        }}
      >
        {hasChildren && <IconChevronRight size={16} />}
      </span>
      <bdi className={classes.name}>{node.name}</bdi>{' '}
      <span className={classes.count}>
        {formatNumber(total)}
        <VisuallyHidden> {taxonomyTexts.inProducts(total)}</VisuallyHidden>
      </span>
    </div>
  )
}

function dropAt({ clientY, currentTarget }: DragEvent): Drop {
  const { top, height } = currentTarget.getBoundingClientRect()
  const part = (clientY - top) / height
  return part < 0.25 ? 'before' : part > 0.75 ? 'after' : 'inside'
}
