import { encrypted, macros, notAWorkbook } from '../errors.ts'
import type { Archive } from '../read/archive.ts'
import { isSameName, type OpenWorkbook } from '../read/open-workbook.ts'
import { localName, parseWhole, parseXml } from '../read/xml.ts'
import { ContentHandler } from './content.ts'

const CONTENT = 'content.xml'

/** Opens a workbook of LibreOffice. */
export async function openOds(archive: Archive, maxSheets: number): Promise<OpenWorkbook> {
  await rejectOtherDocuments(archive)
  if (await isEncrypted(archive)) throw encrypted()
  if (hasMacros(archive)) throw macros()
  if (!archive.has(CONTENT)) throw notAWorkbook()
  // Verifies the size and the checksum, so that no row is returned of a damaged file.
  for await (const _ of archive.read(CONTENT));
  return {
    async findSheet(wanted) {
      let found: string | undefined
      const handler = new ContentHandler((name) => {
        if (isSameName(name, wanted)) found ??= name
        return false
      }, maxSheets)
      for await (const _ of parseXml(archive.read(CONTENT), handler)) if (found !== undefined) break
      return found
    },
    async *read(wanted) {
      const isSelected = (name: string, isHidden: boolean) =>
        wanted === undefined ? !isHidden : name === wanted
      const handler = new ContentHandler(isSelected, maxSheets)
      for await (const _ of parseXml(archive.read(CONTENT), handler)) yield* handler.take()
      yield* handler.take()
    }
  }
}

async function rejectOtherDocuments(archive: Archive): Promise<void> {
  if (!archive.has('mimetype')) return
  let type = ''
  for await (const chunk of archive.read('mimetype')) {
    type += chunk.toString('latin1')
    if (type.length > 200) break
  }
  if (!/^application\/vnd\.oasis\.opendocument\.spreadsheet(-template)?\s*$/.test(type)) throw notAWorkbook()
}

async function isEncrypted(archive: Archive): Promise<boolean> {
  if (archive.has('encrypted-package')) return true
  if (!archive.has('META-INF/manifest.xml')) return false
  let found = false
  await parseWhole(archive.read('META-INF/manifest.xml'), {
    open(name) {
      if (localName(name) === 'encryption-data') found = true
    },
    text() {},
    close() {}
  })
  return found
}

/** True if there is a module. Files without macros can have empty libraries, which consist of lists only. */
function hasMacros(archive: Archive): boolean {
  return archive
    .names()
    .some((name) => /^basic\/[^/]+\/(?!(script|dialog)-lb\.xml$).|^scripts\/.*[^/]$/.test(name))
}
