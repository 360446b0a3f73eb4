import { isUtf8 } from 'node:buffer'
import { type FileHandle, open } from 'node:fs/promises'
import { encrypted, notAWorkbook, SpreadsheetError } from '../errors.ts'

const START_SIZE = 4096
const CHUNK = 2 ** 20

/** Throws an error that says what a file is, if it isn't a zip file. Workbooks are zip files. */
export async function rejectOtherFiles(path: string): Promise<void> {
  const file = await open(path)
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(START_SIZE), 0, START_SIZE, 0)
    const start = buffer.subarray(0, bytesRead)
    if (start.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'))) return
    throw await describe(file, start)
  } finally {
    await file.close()
  }
}

async function describe(file: FileHandle, start: Buffer): Promise<SpreadsheetError> {
  if (start.subarray(0, 8).toString('hex') === 'd0cf11e0a1b11ae1') return await describeCompoundFile(file)
  const text = textOf(start)
  if (text === undefined) return notAWorkbook()
  if (/^\s*<(!doctype\s+html|html|head|body|table|meta)\b/i.test(text))
    return new SpreadsheetError(
      'HTML_FILE',
      'The file is a web page, although its name may say otherwise. Open it in Excel or LibreOffice, and save it as .xlsx.'
    )
  if (/^\s*<(\?xml|workbook|office:document)\b/i.test(text))
    return new SpreadsheetError(
      'OLD_FORMAT',
      'The file is an XML document. Open it in Excel or LibreOffice, and save it as .xlsx.'
    )
  if (text.trim() === '') return notAWorkbook()
  return new SpreadsheetError(
    'TEXT_FILE',
    'The file is a text file, such as CSV, although its name may say otherwise. Send it as CSV, or save it as .xlsx.'
  )
}

/** Excel stores both its old workbooks and encrypted new ones in compound files. */
async function describeCompoundFile(file: FileHandle): Promise<SpreadsheetError> {
  const name = Buffer.from('EncryptedPackage', 'utf16le')
  const buffer = Buffer.alloc(CHUNK + name.length)
  for (let position = 0; ; position += CHUNK) {
    const { bytesRead } = await file.read(buffer, 0, buffer.length, position)
    if (buffer.subarray(0, bytesRead).includes(name)) return encrypted()
    if (bytesRead < buffer.length) break
  }
  return new SpreadsheetError(
    'OLD_FORMAT',
    'The file is a workbook of an old version of Excel (.xls). Open it in Excel or LibreOffice, and save it as .xlsx.'
  )
}

/** Returns the start of a text file, or undefined if it isn't text. */
function textOf(start: Buffer): string | undefined {
  if (start[0] === 0xff && start[1] === 0xfe) return start.toString('utf16le', 2)
  if (start.includes(0)) return undefined
  // The last character can be cut off, so the last three bytes aren't checked. Old CSV files are in Latin-1.
  const text = start.toString(isUtf8(start.subarray(0, -3)) ? 'utf8' : 'latin1').replace(/^\uFEFF/, '')
  const controls = [...text.matchAll(/\p{Cc}/gu)].filter(([character]) => !/[\t\r\n]/.test(character))
  return controls.length === 0 ? text : undefined
}
