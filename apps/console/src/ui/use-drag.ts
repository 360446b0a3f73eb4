import { type PointerEvent, type RefObject, useEffect, useState } from 'react'
import { type Extent, indexAt, shiftOf } from './reorder.ts'

type Drag = {
  from: number
  to: number
  distance: number
  rows: Extent[]
  startY: number
  startScroll: number
}

/** Rows are scrolled into view while the pointer is this near to the edge of the window, in pixels. */
const scrollEdge = 56
const scrollStep = 12

/**
 * Lets the children of a list be dragged by the pointer. `handleProps` are for the handle of a row, and `styleOf`
 * for the row. The Escape key cancels.
 */
export function useDrag(list: RefObject<HTMLElement | null>, onDrop: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag>()
  const isDragging = drag !== undefined

  useEffect(() => {
    if (!isDragging) return
    const cancel = (event: KeyboardEvent) => event.key === 'Escape' && setDrag(undefined)
    window.addEventListener('keydown', cancel)
    return () => window.removeEventListener('keydown', cancel)
  }, [isDragging])

  function start(event: PointerEvent<HTMLElement>, from: number) {
    if (event.button !== 0 || !list.current) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    const rows = [...list.current.children].map((row) => {
      const { top, height } = row.getBoundingClientRect()
      return { top, height }
    })
    setDrag({ from, to: from, distance: 0, rows, startY: event.clientY, startScroll: window.scrollY })
  }

  function move(event: PointerEvent<HTMLElement>) {
    if (!drag) return
    scrollAtEdges(event.clientY)
    const distance = event.clientY - drag.startY + window.scrollY - drag.startScroll
    setDrag({ ...drag, distance, to: indexAt(drag.rows, drag.from, distance) })
  }

  function drop() {
    if (drag && drag.to !== drag.from) onDrop(drag.from, drag.to)
    setDrag(undefined)
  }

  return {
    draggedIndex: drag?.from,
    handleProps: (index: number) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => start(event, index),
      onPointerMove: move,
      onPointerUp: drop,
      onPointerCancel: () => setDrag(undefined)
    }),
    styleOf: (index: number) => (drag ? { transform: `translateY(${offsetOf(index, drag)}px)` } : undefined)
  }
}

function offsetOf(index: number, { from, to, distance, rows }: Drag): number {
  if (index === from) return distance
  return shiftOf(index, { from, to, size: rows[from]?.height ?? 0 })
}

function scrollAtEdges(y: number): void {
  if (y < scrollEdge) window.scrollBy(0, -scrollStep)
  if (y > window.innerHeight - scrollEdge) window.scrollBy(0, scrollStep)
}
