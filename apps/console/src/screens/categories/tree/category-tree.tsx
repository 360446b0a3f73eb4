import { VisuallyHidden } from '@mantine/core'
import type { PlatformCategoryNode } from '@purveyor/client'
import { Fragment, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { taxonomyTexts } from '../../../texts/taxonomy.ts'
import { NameRow } from './name-row.tsx'
import classes from './tree.module.css'
import { CategoryRow, type Drop } from './tree-row.tsx'
import { type TreeRow, typedRow, visibleRows } from './tree-rows.ts'
import type { TreeActions } from './use-tree-actions.ts'

const texts = taxonomyTexts
/** Letters that follow one another within this time are one text. */
const typingMs = 700

/** The row whose name is being typed. A new category is below `parentId`. */
export type Editing = { id: string } | { parentId: string | null }

type Props = {
  nodes: readonly PlatformCategoryNode[]
  open: ReadonlySet<string>
  onToggle: (id: string, isOpen: boolean) => void
  selectedId: string | undefined
  onSelect: (id: string) => void
  editing: Editing | undefined
  onEdit: (editing: Editing | undefined) => void
  onDelete: (node: PlatformCategoryNode) => void
  /** Asks for a move below a category, or to the top level. */
  onMove: (node: PlatformCategoryNode, parentId: string | null) => void
  actions: TreeActions
}

/** The category tree, which is used by keyboard and by drag (the tree view of WAI-ARIA). Viewers can only read it. */
export function CategoryTree(props: Props) {
  const { nodes, open, onToggle, selectedId, onSelect, editing, onEdit, onDelete, onMove, actions } = props
  const { canWrite } = useSignedIn()
  const list = useRef<HTMLDivElement>(null)
  const rows = visibleRows(nodes, open)
  const [focusedId, setFocusedId] = useState(selectedId)
  const [cut, setCut] = useState<PlatformCategoryNode>()
  const [dragged, setDragged] = useState<TreeRow>()
  const [announcement, setAnnouncement] = useState('')
  const typed = useRef({ text: '', at: 0 })
  const focused = Math.max(
    0,
    rows.findIndex(({ node }) => node.id === focusedId)
  )
  const childrenOf = (parentId: string | null) =>
    parentId === null ? nodes : (rows.find(({ node }) => node.id === parentId)?.node.children ?? [])

  // A category that was created from the tree gets the focus when its row is there.
  const awaited = useRef<string>(undefined)
  useEffect(() => {
    if (!selectedId) return
    setFocusedId(selectedId)
    awaited.current = list.current?.contains(document.activeElement) ? selectedId : undefined
  }, [selectedId])
  useEffect(() => {
    const row = list.current?.querySelector<HTMLElement>(`[data-id="${awaited.current}"]`)
    if (!row) return
    awaited.current = undefined
    row.focus()
  })

  function focus(row: TreeRow | undefined) {
    if (!row) return
    setFocusedId(row.node.id)
    list.current?.querySelector<HTMLElement>(`[data-id="${row.node.id}"]`)?.focus()
  }
  /** The row that was edited gets the focus back. */
  function endEdit() {
    onEdit(undefined)
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus())
  }
  function reorder({ node, parentId, index, siblings }: TreeRow, to: number) {
    if (to < 0 || to >= siblings || to === index) return
    actions.reorder.mutate({ siblings: childrenOf(parentId), from: index, to })
    setAnnouncement(texts.reordered(node.name, to + 1, siblings))
  }
  function drop(target: TreeRow, where: Drop) {
    const row = dragged
    setDragged(undefined)
    if (!row || row.node.id === target.node.id) return
    if (where === 'inside') return onMove(row.node, target.node.id)
    if (row.parentId !== target.parentId) return onMove(row.node, target.parentId)
    const after = target.index + (where === 'after' ? 1 : 0)
    reorder(row, after > row.index ? after - 1 : after)
  }

  function press(event: KeyboardEvent, row: TreeRow) {
    const action = actionOf(event, row) ?? (canWrite ? changeOf(event, row) : undefined)
    if (!action) return
    event.preventDefault()
    event.stopPropagation()
    action()
  }
  function actionOf({ key, altKey, ctrlKey, metaKey }: KeyboardEvent, row: TreeRow) {
    if (altKey || ctrlKey || metaKey) return
    const { node, isOpen, parentId } = row
    const hasChildren = node.children.length > 0
    const keys: Record<string, () => void> = {
      ArrowDown: () => focus(rows[focused + 1]),
      ArrowUp: () => focus(rows[focused - 1]),
      Home: () => focus(rows[0]),
      End: () => focus(rows.at(-1)),
      ArrowRight: () =>
        hasChildren && !isOpen ? onToggle(node.id, true) : isOpen && focus(rows[focused + 1]),
      ArrowLeft: () =>
        isOpen ? onToggle(node.id, false) : focus(rows.find((one) => one.node.id === parentId)),
      Enter: () => onSelect(node.id),
      ' ': () => onSelect(node.id)
    }
    if (keys[key]) return keys[key]
    if (key.length === 1) return () => type(key)
  }
  function type(letter: string) {
    const now = Date.now()
    const text = now - typed.current.at < typingMs ? typed.current.text + letter : letter
    typed.current = { text, at: now }
    focus(typedRow(rows, focused, text))
  }
  function changeOf({ key, altKey, ctrlKey, metaKey }: KeyboardEvent, row: TreeRow) {
    const { node, index } = row
    if (altKey) {
      if (key === 'ArrowUp') return () => reorder(row, index - 1)
      if (key === 'ArrowDown') return () => reorder(row, index + 1)
      return
    }
    if (ctrlKey || metaKey) {
      if (key === 'x')
        return () => {
          setCut(node)
          setAnnouncement(texts.picked(node.name))
        }
      if (key === 'v' && cut)
        return () => {
          setCut(undefined)
          onMove(cut, node.id)
        }
      return
    }
    if (key === 'F2') return () => onEdit({ id: node.id })
    if (key === 'Insert') return () => onEdit({ parentId: node.id })
    if (key === 'Delete') return () => onDelete(node)
    if (key === 'Escape' && cut) return () => setCut(undefined)
  }

  const newRow = (parentId: string | null, level: number) =>
    editing &&
    'parentId' in editing &&
    editing.parentId === parentId && (
      <NameRow
        label={texts.nameOfNew}
        level={level}
        initial=""
        onDone={(name) => {
          endEdit()
          if (name) actions.create.mutate({ name, parentId })
        }}
      />
    )
  return (
    <>
      <VisuallyHidden aria-live="polite">{announcement}</VisuallyHidden>
      <div role="tree" aria-label={texts.tree} className={classes.tree} ref={list}>
        {newRow(null, 1)}
        {rows.map((row) => {
          const { node, level } = row
          return (
            <Fragment key={node.id}>
              {editing && 'id' in editing && editing.id === node.id ? (
                <NameRow
                  label={texts.nameOf(node.name)}
                  level={level}
                  initial={node.name}
                  onDone={(name) => {
                    endEdit()
                    if (name) actions.rename.mutate({ id: node.id, from: node.name, name })
                  }}
                />
              ) : (
                <CategoryRow
                  row={row}
                  isSelected={node.id === selectedId}
                  isFocused={row === rows[focused]}
                  isCut={node.id === cut?.id}
                  isDraggable={canWrite}
                  onFocus={() => setFocusedId(node.id)}
                  onSelect={() => onSelect(node.id)}
                  onToggle={() => onToggle(node.id, !row.isOpen)}
                  onKeyDown={(event) => press(event, row)}
                  onDragStart={() => setDragged(row)}
                  onDragEnd={() => setDragged(undefined)}
                  mayDrop={dragged !== undefined && !isWithin(dragged.node, node.id)}
                  onDrop={(where) => drop(row, where)}
                />
              )}
              {newRow(node.id, level + 1)}
            </Fragment>
          )
        })}
      </div>
    </>
  )
}

/** True if a category is `node` or is below it. */
function isWithin(node: PlatformCategoryNode, id: string): boolean {
  return node.id === id || node.children.some((child) => isWithin(child, id))
}
