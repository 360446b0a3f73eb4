import type { Archive } from '../read/archive.ts'
import { localName, parseWhole } from '../read/xml.ts'
import type { StringSpool } from '../string-spool.ts'
import { RichText } from './escaped-text.ts'

/** Appends the shared strings of a workbook to a spool. */
export async function loadSharedStrings(archive: Archive, part: string, spool: StringSpool): Promise<void> {
  const text = new RichText()
  // The path of an element is "sst/si/t", or "sst/si/r/t" in a text with several formats. The readings of Japanese words
  // are in "sst/si/rPh/t".
  const path: string[] = []
  const isText = () => {
    const [, , third, fourth] = path
    return (path.length === 3 && third === 't') || (path.length === 4 && third === 'r' && fourth === 't')
  }
  await parseWhole(archive.read(part), {
    open(name, attributes) {
      path.push(localName(name))
      if (isText()) text.open(attributes['xml:space'])
    },
    text(content) {
      if (isText()) text.add(content)
    },
    close() {
      if (isText()) text.close()
      if (path.length === 2 && path[1] === 'si') spool.append(text.take())
      path.pop()
    }
  })
  spool.finish()
}
