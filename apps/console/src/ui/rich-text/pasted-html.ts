import { sanitise } from '../html/sanitise.ts'

/** Google Docs puts all that is copied into such an element, which would make it bold. */
const notBold = /<b\b[^>]*font-weight:\s*normal[^>]*>/gi
const styleElement = /<style\b[\s\S]*?<\/style>/gi
const tag = /<[a-z][^>]*>/gi
const styleAttribute = /\sstyle\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]*)/gi

/** Returns pasted HTML without styles, scripts, images and what else the service doesn't permit, such as the marks of Word. */
export function cleanPasted(html: string): string {
  // The browser would report styles that the content security policy refuses, although they are removed later.
  const plain = html
    .replaceAll(notBold, '<span>')
    .replaceAll(styleElement, '')
    .replaceAll(tag, (found) => found.replaceAll(styleAttribute, ''))
  const fragment = sanitise(plain)
  // They would be loaded in the document of the page.
  for (const image of fragment.querySelectorAll('img')) image.remove()
  const box = document.createElement('div')
  box.append(fragment)
  return box.innerHTML
}
