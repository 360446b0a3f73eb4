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

/** Returns the distances of the lowest and the highest text of the file from the lower edges of their pages, in points. */
export async function pdfTextRange(pdf: Uint8Array): Promise<[lowest: number, highest: number]> {
  const opened = await getDocumentProxy(new Uint8Array(pdf))
  const heights: number[] = []
  for (let number = 1; number <= opened.numPages; number++) {
    const { items } = await (await opened.getPage(number)).getTextContent()
    for (const item of items) if ('str' in item && item.str.trim() !== '') heights.push(item.transform[5])
  }
  return [Math.min(...heights), Math.max(...heights)]
}

/** Returns the titles of the bookmarks. */
export async function pdfBookmarks(pdf: Uint8Array): Promise<string[]> {
  const opened = await getDocumentProxy(new Uint8Array(pdf))
  const outline: { title: string }[] | null = await opened.getOutline()
  return (outline ?? []).map(({ title }) => title)
}

/** Returns the number of occurrences of a part in a text. */
export const countOf = (text: string, part: string) => text.split(part).length - 1
