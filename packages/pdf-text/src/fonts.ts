import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { create, type Font } from 'fontkit'

/**
 * `regular` and `bold` have Latin, Greek and Cyrillic; `han` has Chinese characters, kana and many symbols. There is
 * one weight of it, since each has 8 MB.
 */
export type Face = 'regular' | 'bold' | 'han'

const files: Record<Face, string> = {
  regular: '@embedpdf/fonts-latin/fonts/NotoSans-Regular.ttf',
  bold: '@embedpdf/fonts-latin/fonts/NotoSans-Bold.ttf',
  han: '@embedpdf/fonts-sc/fonts/NotoSansHans-Regular.otf'
}

const loaded = new Map<Face, Font>()

/** The font, read and parsed when it is first needed, once for all documents. */
export function fontOf(face: Face): Font {
  const known = loaded.get(face)
  if (known) return known
  const font = create(readFileSync(pathOf(files[face])))
  loaded.set(face, font)
  return font
}

/** The packages name only their entry, so the file is found from there. */
function pathOf(file: string): string {
  const [scope, name, ...rest] = file.split('/')
  return fileURLToPath(new URL(`../${rest.join('/')}`, import.meta.resolve(`${scope}/${name}`)))
}
