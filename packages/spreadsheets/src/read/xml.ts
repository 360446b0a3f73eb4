import { SaxesParser } from 'saxes'
import { broken, SpreadsheetError } from '../errors.ts'

/** Receives the content of an XML document in its order. An element without content is opened and closed. */
export type XmlHandler = {
  open(name: string, attributes: Record<string, string>): void
  close(name: string): void
  text(text: string): void
}

const MAX_DEPTH = 100
/**
 * The maximum length of a tag, of a text without tags, and so on, in bytes. The parser holds these in memory. The longest
 * text of a cell, with each character escaped, has about 330,000 bytes.
 */
const MAX_TOKEN = 2 ** 20

/**
 * Parses an XML document, and calls the handler. Yields after each chunk of the input. Document type declarations are
 * refused, so there are no entities except the predefined ones.
 */
export async function* parseXml(input: AsyncIterable<Buffer>, handler: XmlHandler): AsyncGenerator<void> {
  // The parser has one property for each event that is handled. With more than seven, V8 stores all its properties in a
  // hash table, and parsing takes five times as long.
  const parser = new SaxesParser()
  let depth = 0
  let events = 0
  parser.on('opentag', ({ name, attributes }) => {
    events++
    if (++depth > MAX_DEPTH) throw broken('Its elements are nested too deeply.')
    handler.open(name, attributes as Record<string, string>)
  })
  parser.on('closetag', ({ name }) => {
    depth--
    handler.close(name)
  })
  const text = (content: string) => {
    events++
    handler.text(content)
  }
  parser.on('text', text)
  parser.on('cdata', text)
  parser.on('comment', () => events++)
  parser.on('doctype', () => {
    throw forbidden()
  })
  let decoder: TextDecoder | undefined
  let pending = 0
  for await (const chunk of input) {
    decoder ??= new TextDecoder(encodingOf(chunk), { fatal: true })
    const before = events
    const content = decoded(decoder, chunk)
    parse(() => parser.write(content))
    checkEncoding(parser.xmlDecl.encoding)
    pending = events === before ? pending + chunk.length : 0
    if (pending > MAX_TOKEN) throw broken('It contains a text that is too long.')
    yield
  }
  const rest = decoded(decoder ?? new TextDecoder())
  parse(() => parser.write(rest).close())
}

/** Parses a whole document. For small parts, whose handler collects what is needed. */
export async function parseWhole(input: AsyncIterable<Buffer>, handler: XmlHandler): Promise<void> {
  for await (const _ of parseXml(input, handler));
}

function parse(write: () => void): void {
  try {
    write()
  } catch (error) {
    // The errors of the parser have no class of their own.
    if (error instanceof Error && error.constructor === Error) throw broken('Its XML is not well-formed.')
    throw error
  }
}

function checkEncoding(encoding: string | undefined): void {
  if (encoding && !/^(utf-?8|utf-?16(le|be)?|us-ascii)$/i.test(encoding))
    throw broken('It has an unknown encoding.')
}

function decoded(decoder: TextDecoder, chunk?: Buffer): string {
  try {
    return decoder.decode(chunk, { stream: chunk !== undefined })
  } catch {
    throw broken('It has characters that are not valid in its encoding.')
  }
}

function encodingOf(start: Buffer): string {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be'
  return 'utf-8'
}

function forbidden(): SpreadsheetError {
  return new SpreadsheetError(
    'FORBIDDEN_XML',
    'The workbook contains a document type declaration, which spreadsheet programs never write. Save it with Excel or ' +
      'LibreOffice, and send the saved file.'
  )
}

/** Returns the name of an element without its prefix. */
export function localName(name: string): string {
  const colon = name.indexOf(':')
  return colon < 0 ? name : name.slice(colon + 1)
}

/** Returns the value of an attribute that has a prefix, such as `r:id`, whatever the prefix is. */
export function prefixedAttribute(attributes: Record<string, string>, name: string): string | undefined {
  const found = Object.keys(attributes).find((key) => key.includes(':') && localName(key) === name)
  return found === undefined ? undefined : attributes[found]
}
