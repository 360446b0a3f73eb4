import { extractText, getMeta } from 'unpdf'

/** The text of each page of a PDF, blanks left out: where lines break is the layout's business. */
export async function pdfPages(pdf: Uint8Array): Promise<string[]> {
  const { text } = await extractText(new Uint8Array(pdf), { mergePages: false })
  return text.map(squeezed)
}

export const squeezed = (text: string) => text.normalize('NFC').replaceAll(/\s/g, '')

/** Title and author as a reader's window shows them. */
export async function pdfTitle(pdf: Uint8Array): Promise<unknown[]> {
  const { info } = await getMeta(new Uint8Array(pdf))
  return [info.Title, info.Author]
}

/** How often a part stands in a text. */
export const countOf = (text: string, part: string) => text.split(part).length - 1
