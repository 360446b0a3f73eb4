/** The content type of a file, and whether a browser may show it (`inline`) or has to download it. */
type FileType = { contentType: string; inline: boolean }

const inline = (contentType: string): FileType => ({ contentType, inline: true })
const attachment = (contentType: string): FileType => ({ contentType, inline: false })

/** The accepted image types (contract 4.7), by extension. */
export const imageTypes = {
  jpg: inline('image/jpeg'),
  png: inline('image/png'),
  webp: inline('image/webp'),
  gif: inline('image/gif'),
  avif: inline('image/avif')
} as const satisfies Record<string, FileType>

export type ImageExtension = keyof typeof imageTypes

const openDocument = 'application/vnd.oasis.opendocument'
const officeDocument = 'application/vnd.openxmlformats-officedocument'

const documentTypes = {
  pdf: inline('application/pdf'),
  docx: attachment(`${officeDocument}.wordprocessingml.document`),
  xlsx: attachment(`${officeDocument}.spreadsheetml.sheet`),
  pptx: attachment(`${officeDocument}.presentationml.presentation`),
  odt: attachment(`${openDocument}.text`),
  ods: attachment(`${openDocument}.spreadsheet`),
  odp: attachment(`${openDocument}.presentation`),
  rtf: attachment('application/rtf'),
  zip: attachment('application/zip'),
  txt: attachment('text/plain; charset=utf-8'),
  bin: attachment('application/octet-stream')
} as const satisfies Record<string, FileType>

/**
 * The types of all stored files, by extension. The extension of a stored file depends on its content, not on
 * the name of the uploaded file.
 */
export const fileTypes = { ...imageTypes, ...documentTypes } as const

export type FileExtension = keyof typeof fileTypes

export function isImageExtension(text: string): text is ImageExtension {
  return Object.hasOwn(imageTypes, text)
}

export function isFileExtension(text: string): text is FileExtension {
  return Object.hasOwn(fileTypes, text)
}

/** The maximum size of an uploaded image (contract 4.7; 8). */
export const maxImageBytes = 10 * 1024 * 1024
/** The maximum number of pixels of an uploaded image, in all frames together (contract 4.7; 8). */
export const maxImagePixels = 50_000_000
/** The maximum size of a preview. An image of at most this size is used as its own preview. */
export const maxPreviewBytes = 256 * 1024
/** The maximum width and height of a preview in pixels. */
export const maxPreviewSide = 1024
