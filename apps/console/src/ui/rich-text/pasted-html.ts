import { sanitise } from '../html/sanitise.ts'

/** Google Docs puts all that is copied into such an element, which would make it bold. */
const notBold = /<b\b[^>]*font-weight:\s*normal[^>]*>/gi

/** Returns pasted HTML without styles, scripts and what else the service doesn't permit, such as the marks of Word. */
export function cleanPasted(html: string): string {
  const box = document.createElement('div')
  box.append(sanitise(html.replaceAll(notBold, '<span>')))
  for (const element of box.querySelectorAll('img')) element.remove()
  return box.innerHTML
}
