/**
 * A part of a document over its whole width that is never cut in two. `draw` is given its upper edge. `head` is what
 * must stand above the first such strip of every page, such as the header of a table.
 */
export type Strip = { height: number; draw(top: number): void; head?: Strip }

export type PlacedStrip = { strip: Strip; top: number }

/** The strips on as many pages as they need, from `top(page)` down to `bottom`. There is one page at least. */
export function paginate(
  strips: readonly Strip[],
  { top, bottom }: { top: (page: number) => number; bottom: number }
): PlacedStrip[][] {
  const pages: PlacedStrip[][] = [[]]
  let y = top(0)
  let head: Strip | undefined
  const place = (strip: Strip) => {
    pages.at(-1)?.push({ strip, top: y })
    y += strip.height
  }
  for (const strip of strips) {
    const needed = strip.height + (strip.head && strip.head !== head ? strip.head.height : 0)
    if (y + needed > bottom && pages.at(-1)?.length) {
      y = top(pages.length)
      pages.push([])
      head = undefined
    }
    if (strip.head && strip.head !== head) place(strip.head)
    head = strip.head
    place(strip)
  }
  return pages
}
