import { SpreadsheetError } from '../errors.ts'
import type { Archive } from '../read/archive.ts'
import { localName, parseWhole } from '../read/xml.ts'
import { builtInMeaning, meaningOf, type NumberMeaning } from './number-formats.ts'

const MAX_STYLES = 100_000

/** Returns what numbers mean in the cells of each style, by the index of the style. */
export async function readStyles(archive: Archive, part: string): Promise<NumberMeaning[]> {
  const formats = new Map<number, NumberMeaning>()
  const styles: NumberMeaning[] = []
  const path: string[] = []
  await parseWhole(archive.read(part), {
    open(name, attributes) {
      path.push(localName(name))
      if (path.length !== 3) return
      const [, list, element] = path
      if (list === 'numFmts' && element === 'numFmt')
        formats.set(Number(attributes.numFmtId), meaningOf(attributes.formatCode ?? ''))
      if (list === 'cellXfs' && element === 'xf') {
        const id = Number(attributes.numFmtId ?? 0)
        styles.push(formats.get(id) ?? builtInMeaning(id))
      }
      if (styles.length > MAX_STYLES || formats.size > MAX_STYLES)
        throw new SpreadsheetError(
          'TOO_LARGE',
          'The workbook has too many formats. Copy its cells into a new workbook.'
        )
    },
    text() {},
    close() {
      path.pop()
    }
  })
  return styles
}
