import type { PlatformCategoryNode } from '@purveyor/client'

/** A category that the tree shows. `index` and `siblings` are its position among the categories with the same parent. */
export type TreeRow = {
  node: PlatformCategoryNode
  level: number
  parentId: string | null
  index: number
  siblings: number
  isOpen: boolean
}

/** Returns the categories that are shown, from top to bottom: those below an open category follow it. */
export function visibleRows(
  nodes: readonly PlatformCategoryNode[],
  open: ReadonlySet<string>,
  { parentId = null, level = 1 }: { parentId?: string | null; level?: number } = {}
): TreeRow[] {
  return nodes.flatMap((node, index) => {
    const isOpen = node.children.length > 0 && open.has(node.id)
    const row = { node, level, parentId, index, siblings: nodes.length, isOpen }
    return isOpen
      ? [row, ...visibleRows(node.children, open, { parentId: node.id, level: level + 1 })]
      : [row]
  })
}

/** Returns the ids of all categories that have subcategories. */
export function parentIds(nodes: readonly PlatformCategoryNode[]): string[] {
  return nodes.flatMap(({ id, children }) => (children.length > 0 ? [id, ...parentIds(children)] : []))
}

/** Returns the categories whose name or slug contains a text, with those above them. */
export function matching(nodes: readonly PlatformCategoryNode[], text: string): PlatformCategoryNode[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return [...nodes]
  return nodes.flatMap((node) => {
    const children = matching(node.children, text)
    const isFound = node.name.toLowerCase().includes(wanted) || node.slug.includes(wanted)
    return isFound || children.length > 0 ? [{ ...node, children }] : []
  })
}

/** Returns the next row after `from` whose name begins with the typed text. */
export function typedRow(rows: readonly TreeRow[], from: number, text: string): TreeRow | undefined {
  const wanted = text.toLowerCase()
  // While more is typed, the row that was found stays if it still matches.
  const start = text.length > 1 ? from : from + 1
  const inOrder = [...rows.slice(start), ...rows.slice(0, start)]
  return inOrder.find(({ node }) => node.name.toLowerCase().startsWith(wanted))
}

/**
 * Returns the positions that siblings must get so that one of them moves to another index. Contains only those whose
 * position changes.
 */
export function newPositions(
  siblings: readonly { id: string; position: number }[],
  from: number,
  to: number
): { id: string; position: number }[] {
  const order = [...siblings]
  const [moved] = order.splice(from, 1)
  if (!moved || to < 0 || to >= siblings.length) return []
  order.splice(to, 0, moved)
  return order.flatMap(({ id, position }, index) => (position === index ? [] : [{ id, position: index }]))
}
