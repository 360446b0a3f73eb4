import { extractText, getDocumentProxy, getMeta } from 'unpdf'

/** Returns the text of each page of a PDF without white space, so that tests don't depend on line breaks. */
export async function pdfPages(pdf: Uint8Array): Promise<string[]> {
  const { text } = await extractText(new Uint8Array(pdf), { mergePages: false })
  return text.map(withoutSpaces)
}

/** Returns a text without white space, normalized to NFC. */
export const withoutSpaces = (text: string) => text.normalize('NFC').replaceAll(/\s/g, '')

/** Returns the title and the author in the PDF's metadata. */
export async function pdfTitle(pdf: Uint8Array): Promise<unknown[]> {
  const { info } = await getMeta(new Uint8Array(pdf))
  return [info.Title, info.Author]
}

/** Returns the titles of the bookmarks. */
export async function pdfBookmarks(pdf: Uint8Array): Promise<string[]> {
  const opened = await getDocumentProxy(new Uint8Array(pdf))
  const outline: { title: string }[] | null = await opened.getOutline()
  return (outline ?? []).map(({ title }) => title)
}

/** Returns the number of occurrences of a part in a text. */
export const countOf = (text: string, part: string) => text.split(part).length - 1
