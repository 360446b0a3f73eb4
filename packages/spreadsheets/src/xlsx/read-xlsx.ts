import type { Archive } from '../read/archive.ts'
import { isSameName, type OpenWorkbook } from '../read/open-workbook.ts'
import { StringSpool } from '../string-spool.ts'
import { readSheet } from './read-sheet.ts'
import { loadSharedStrings } from './shared-strings.ts'
import { readStyles } from './styles.ts'
import { readWorkbook } from './workbook.ts'

/** Opens a workbook of Excel. */
export async function openXlsx(archive: Archive, maxSheets: number): Promise<OpenWorkbook> {
  const { sheets, is1904, stylesPart, stringsPart } = await readWorkbook(archive, maxSheets)
  return {
    async findSheet(wanted) {
      return sheets.find(({ name }) => isSameName(name, wanted))?.name
    },
    async *read(wanted, folder) {
      const selected = sheets.filter(({ name, isHidden }) =>
        wanted === undefined ? !isHidden : name === wanted
      )
      const styles = stylesPart === undefined ? [] : await readStyles(archive, stylesPart)
      const strings = stringsPart === undefined ? undefined : new StringSpool(folder)
      try {
        if (strings && stringsPart !== undefined) await loadSharedStrings(archive, stringsPart, strings)
        for (const sheet of selected)
          for await (const rows of readSheet(archive, sheet.part, {
            styles,
            is1904,
            ...(strings && { strings })
          }))
            yield { sheet: sheet.name, rows }
      } finally {
        strings?.close()
      }
    }
  }
}
