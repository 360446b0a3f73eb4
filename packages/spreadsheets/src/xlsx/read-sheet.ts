import type { Row } from '../cells.ts'
import type { Archive } from '../read/archive.ts'
import { MergedRanges } from '../read/merged-ranges.ts'
import { localName, parseWhole, parseXml } from '../read/xml.ts'
import { type SheetContext, SheetHandler } from './sheet.ts'

/** The name of the element of a merged range, as bytes in UTF-8 and UTF-16. */
const mergeCell = [
  Buffer.from('mergeCell'),
  Buffer.from('mergeCell', 'utf16le'),
  Buffer.from('mergeCell', 'utf16le').swap16()
]
const LONGEST = Math.max(...mergeCell.map((bytes) => bytes.length))

/**
 * Yields the rows of a sheet, as they are read. The sheet is decompressed twice. The first time, its size and its checksum
 * are verified, so that no row is returned of a damaged file, and it is searched for merged cells, which are listed after
 * the rows.
 */
export async function* readSheet(
  archive: Archive,
  part: string,
  context: Omit<SheetContext, 'merged'>
): AsyncGenerator<Row[]> {
  const merged = new MergedRanges()
  if (await verify(archive, part)) await readMergedRanges(archive, part, merged)
  const handler = new SheetHandler({ ...context, merged })
  for await (const _ of parseXml(archive.read(part), handler)) yield handler.take()
  yield handler.take()
}

/** Reads the part to its end. Returns true if it may contain merged cells. */
async function verify(archive: Archive, part: string): Promise<boolean> {
  let mayHaveMergedCells = false
  let rest = Buffer.alloc(0)
  for await (const chunk of archive.read(part)) {
    if (mayHaveMergedCells) continue
    const bytes = Buffer.concat([rest, chunk])
    mayHaveMergedCells = mergeCell.some((name) => bytes.includes(name))
    rest = bytes.subarray(-LONGEST)
  }
  return mayHaveMergedCells
}

async function readMergedRanges(archive: Archive, part: string, merged: MergedRanges): Promise<void> {
  const path: string[] = []
  await parseWhole(archive.read(part), {
    open(name, { ref }) {
      path.push(localName(name))
      if (path.length === 3 && path[1] === 'mergeCells' && path[2] === 'mergeCell') merged.add(ref ?? '')
    },
    text() {},
    close() {
      path.pop()
    }
  })
}
