/** What an extension says of a file: how it is labelled, and whether a browser may show it in place. */
type FileType = { contentType: string; inline: boolean }

const shown = (contentType: string): FileType => ({ contentType, inline: true })
const saved = (contentType: string): FileType => ({ contentType, inline: false })

/** The images that are taken (contract 4.7), by extension. */
export const imageTypes = {
  jpg: shown('image/jpeg'),
  png: shown('image/png'),
  webp: shown('image/webp'),
  gif: shown('image/gif'),
  avif: shown('image/avif')
} as const satisfies Record<string, FileType>

export type ImageExtension = keyof typeof imageTypes

const openDocument = 'application/vnd.oasis.opendocument'
const officeDocument = 'application/vnd.openxmlformats-officedocument'

const documentTypes = {
  pdf: shown('application/pdf'),
  docx: saved(`${officeDocument}.wordprocessingml.document`),
  xlsx: saved(`${officeDocument}.spreadsheetml.sheet`),
  pptx: saved(`${officeDocument}.presentationml.presentation`),
  odt: saved(`${openDocument}.text`),
  ods: saved(`${openDocument}.spreadsheet`),
  odp: saved(`${openDocument}.presentation`),
  rtf: saved('application/rtf'),
  zip: saved('application/zip'),
  txt: saved('text/plain; charset=utf-8'),
  bin: saved('application/octet-stream')
} as const satisfies Record<string, FileType>

/** Every file that is stored, by extension. Its content decided the extension, never a name from outside. */
export const fileTypes = { ...imageTypes, ...documentTypes } as const

export type FileExtension = keyof typeof fileTypes

export function isImageExtension(text: string): text is ImageExtension {
  return Object.hasOwn(imageTypes, text)
}

export function isFileExtension(text: string): text is FileExtension {
  return Object.hasOwn(fileTypes, text)
}

/** Limits of one image that is sent (contract 4.7; 8). All frames of an animation count together. */
export const maxImageBytes = 10 * 1024 * 1024
export const maxImagePixels = 50_000_000
/** What a preview may have, and what an image may have to need none. */
export const maxPreviewBytes = 256 * 1024
export const maxPreviewSide = 1024
