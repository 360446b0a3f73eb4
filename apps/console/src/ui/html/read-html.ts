import { sanitise } from './sanitise.ts'

/** A link of a description: where it leads, and its text. */
export type Link = { address: string; text: string }

/** What a reviewer reads in a description. */
export type ReadHtml = {
  fragment: DocumentFragment
  /** The text, with line breaks between blocks, and with the addresses of links and images. */
  text: string
  links: Link[]
  /** The addresses of images, which are not shown. */
  images: string[]
}

/** Reads the HTML of a description. */
export function readHtml(html: string): ReadHtml {
  const fragment = sanitise(html)
  const links = [...fragment.querySelectorAll('a[href]')].map((link) => ({
    address: link.getAttribute('href') ?? '',
    text: link.textContent.trim()
  }))
  const images = [...fragment.querySelectorAll('img')].map((image) => image.getAttribute('src') ?? '')
  return { fragment, text: textOf(fragment), links, images }
}

const blocks = new Set(
  'BLOCKQUOTE CAPTION DD DIV DL DT FIGCAPTION FIGURE H1 H2 H3 H4 H5 H6 HR LI OL P PRE TABLE TR UL'.split(' ')
)

/** Separates the cells of a row. */
const cellEnd = ' \u2502 '

function withoutEnd(row: string): string {
  return row.endsWith(cellEnd) ? row.slice(0, -cellEnd.length) : row
}

function textOf(fragment: DocumentFragment): string {
  return written(fragment, false)
    .replaceAll(/[ \t]*\n[ \t]*/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

/** Returns the text of the children of a node. White space is as wide as a browser shows it. */
function written(node: Node, isPreformatted: boolean): string {
  return [...node.childNodes]
    .map((child) => {
      if (child instanceof Text) {
        return isPreformatted ? child.data : child.data.replaceAll(/[ \t\r\n\f]+/g, ' ')
      }
      return child instanceof Element ? elementText(child, isPreformatted) : ''
    })
    .join('')
}

function elementText(element: Element, isPreformatted: boolean): string {
  const name = element.tagName
  if (name === 'BR') return '\n'
  if (name === 'IMG')
    return `[${[element.getAttribute('alt'), element.getAttribute('src')].filter(Boolean).join(' ')}]`
  const text = written(element, isPreformatted || name === 'PRE')
  if (name === 'A' && element.hasAttribute('href')) return `${text} ⟨${element.getAttribute('href')}⟩`
  if (name === 'TD' || name === 'TH') return `${text.trim()}${cellEnd}`
  if (name === 'LI') return `\n• ${text.trim()}`
  if (name === 'TR') return `\n${withoutEnd(text)}`
  if (name === 'DT' || name === 'DD') return `\n${text}`
  return blocks.has(name) ? `\n\n${text}\n\n` : text
}
