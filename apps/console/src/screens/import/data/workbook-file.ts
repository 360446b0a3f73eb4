import type { WorkbookType } from '@purveyor/client'
import { FileProblem } from './file-problem.ts'

/** The maximum size that the service accepts. */
export const maxWorkbookBytes = 64 * 1024 * 1024

const zip = [0x50, 0x4b, 0x03, 0x04]
/** The first bytes of .xls files, and of workbooks with a password. */
const compound = [0xd0, 0xcf, 0x11, 0xe0]
/** The name of the part of a workbook with a password, in UTF-16. */
const encryptedPart = [...'EncryptedPackage'].map((letter) => `${letter}\0`).join('')

/** A workbook in memory, so that it can still be sent after its file has changed. */
export type WorkbookFile = { file: Blob; contentType: WorkbookType }

/**
 * Reads a workbook, whose rows only the service reads. Returns undefined if the file isn't one. Throws a `FileProblem` if the
 * service would refuse it because of its size, its age or its password.
 */
export async function openWorkbook(file: Blob, name: string): Promise<WorkbookFile | undefined> {
  const start = new Uint8Array(await file.slice(0, 4).arrayBuffer())
  const begins = (bytes: number[]) => bytes.every((byte, index) => start[index] === byte)
  if (!begins(zip) && !begins(compound)) return undefined
  if (file.size > maxWorkbookBytes) throw new FileProblem('WORKBOOK_TOO_LARGE')
  const bytes = await file.arrayBuffer()
  if (begins(compound)) throw new FileProblem(hasPassword(bytes) ? 'ENCRYPTED' : 'OLD_EXCEL')
  const contentType = /\.ods$/i.test(name) ? types.ods : types.xlsx
  return { file: new Blob([bytes], { type: contentType }), contentType }
}

const types = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ods: 'application/vnd.oasis.opendocument.spreadsheet'
} as const satisfies Record<string, WorkbookType>

/** The media type of reports and templates. */
export const xlsxType = types.xlsx

function hasPassword(bytes: ArrayBuffer): boolean {
  return new TextDecoder('latin1').decode(bytes).includes(encryptedPart)
}
