import { posix } from 'node:path'
import { broken, macros, notAWorkbook, SpreadsheetError, tooMany } from '../errors.ts'
import type { Archive } from '../read/archive.ts'
import { localName, parseWhole, prefixedAttribute } from '../read/xml.ts'

/** A sheet with cells. Sheets that only have a chart are left out. `part` is the name of its part in the archive. */
export type XlsxSheet = { name: string; part: string; isHidden: boolean }

export type XlsxWorkbook = {
  sheets: XlsxSheet[]
  /** True if days are counted from 1 January 1904. */
  is1904: boolean
  stylesPart?: string
  stringsPart?: string
}

/** A relationship of a part with another. `type` is the last segment of its URI, which all editions of the format share. */
type Relationship = { type: string; target: string }

/** Reads the list of sheets. Throws if the archive isn't a workbook, or has macros. */
export async function readWorkbook(archive: Archive, maxSheets: number): Promise<XlsxWorkbook> {
  const main = await findMainPart(archive)
  await rejectMacros(archive)
  const relationships = await readRelationships(archive, main)
  const { sheets, is1904 } = await readSheetList(archive, main, maxSheets)
  const linked = [...relationships.values()]
  const partOf = (type: string) => {
    const target = linked.find((one) => one.type === type)?.target
    return target !== undefined && archive.has(target) ? target : undefined
  }
  const stylesPart = partOf('styles')
  const stringsPart = partOf('sharedStrings')
  return {
    is1904,
    ...(stylesPart !== undefined && { stylesPart }),
    ...(stringsPart !== undefined && { stringsPart }),
    sheets: sheets.flatMap(({ name, id, isHidden }) => {
      const link = relationships.get(id)
      if (!link) throw broken(`The sheet "${name}" is missing.`)
      return link.type === 'worksheet' ? [{ name, part: link.target, isHidden }] : []
    })
  }
}

async function findMainPart(archive: Archive): Promise<string> {
  const relationships = archive.has('_rels/.rels') ? await readRelationships(archive, '') : new Map()
  const main = [...relationships.values()].find(({ type }) => type === 'officeDocument')?.target
  if (main === undefined || !archive.has(main)) throw notAWorkbook()
  if (main.toLowerCase().endsWith('.bin'))
    throw new SpreadsheetError(
      'OLD_FORMAT',
      'Binary workbooks (.xlsb) are not supported. Save the file as .xlsx.'
    )
  return main
}

async function rejectMacros(archive: Archive): Promise<void> {
  let hasMacros = archive.names().some((name) => name.endsWith('vbaproject.bin'))
  if (archive.has('[Content_Types].xml'))
    await parseWhole(archive.read('[Content_Types].xml'), {
      open(_, attributes) {
        if (/macroEnabled|macrosheet|vbaProject/i.test(attributes.ContentType ?? '')) hasMacros = true
      },
      text() {},
      close() {}
    })
  if (hasMacros) throw macros()
}

/** Returns the relationships of a part by their ids, and those of the whole archive for the name ''. */
async function readRelationships(archive: Archive, part: string): Promise<Map<string, Relationship>> {
  const folder = posix.dirname(part)
  const list = posix.join(folder, '_rels', `${posix.basename(part)}.rels`)
  const found = new Map<string, Relationship>()
  if (!archive.has(list)) return found
  await parseWhole(archive.read(list), {
    open(name, { Id = '', Type = '', Target = '', TargetMode }) {
      if (localName(name) !== 'Relationship' || TargetMode === 'External') return
      // The target is relative to the folder of the part. The root is the folder of the archive.
      const target = posix.join('/', Target.startsWith('/') ? '' : folder, Target).slice(1)
      found.set(Id, { type: Type.slice(Type.lastIndexOf('/') + 1), target })
    },
    text() {},
    close() {}
  })
  return found
}

async function readSheetList(archive: Archive, part: string, maxSheets: number) {
  const sheets: { name: string; id: string; isHidden: boolean }[] = []
  let is1904 = false
  const path: string[] = []
  await parseWhole(archive.read(part), {
    open(name, attributes) {
      path.push(localName(name))
      const place = path.join('/')
      if (path.length === 1 && place !== 'workbook') throw notAWorkbook()
      if (place === 'workbook/workbookPr') is1904 = isTrue(attributes.date1904)
      if (place !== 'workbook/sheets/sheet') return
      const id = prefixedAttribute(attributes, 'id') ?? ''
      const isHidden = attributes.state === 'hidden' || attributes.state === 'veryHidden'
      if (sheets.push({ name: attributes.name ?? '', id, isHidden }) > maxSheets)
        throw tooMany('TOO_MANY_SHEETS', maxSheets, 'sheets')
    },
    text() {},
    close() {
      path.pop()
    }
  })
  return { sheets, is1904 }
}

/** True if an attribute has one of the values that mean true. */
export function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true' || value === 'on'
}
