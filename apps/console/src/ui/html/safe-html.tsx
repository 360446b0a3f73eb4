import { useLayoutEffect, useRef } from 'react'
import { differenceTexts } from '../../texts/difference.ts'
import classes from './safe-html.module.css'

/** Shows sanitised HTML as customers see it, except for its images. Links open in another tab. */
export function SafeHtml({ fragment, label }: { fragment: DocumentFragment; label: string }) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    box.current?.replaceChildren(prepared(fragment))
  }, [fragment])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the box scrolls, so the keyboard must reach it.
    <section ref={box} className={classes.rendered} dir="auto" aria-label={label} tabIndex={0} />
  )
}

/** Returns a copy for the page. Its images are named instead of shown, and its links say where they lead. */
function prepared(fragment: DocumentFragment): Node {
  const copy = fragment.cloneNode(true) as DocumentFragment
  for (const image of copy.querySelectorAll('img')) image.replaceWith(imageNote(image))
  for (const heading of copy.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
    // Headings of a description would mix with those of the page.
    const paragraph = element('p', classes.heading)
    paragraph.append(...heading.childNodes)
    heading.replaceWith(paragraph)
  }
  for (const link of copy.querySelectorAll('a[href]')) {
    const address = link.getAttribute('href') ?? ''
    link.setAttribute('rel', 'noopener noreferrer nofollow')
    link.setAttribute('target', '_blank')
    link.setAttribute('title', address)
    if (link.textContent.trim() !== address) link.after(addressNote(address))
  }
  return copy
}

function imageNote(image: Element): Element {
  const note = element('span', classes.image)
  const address = image.getAttribute('src') ?? ''
  note.textContent = differenceTexts.imageInHtml(image.getAttribute('alt') ?? '', address)
  return note
}

function addressNote(address: string): Element {
  const note = element('span', classes.address)
  note.textContent = ` ${address}`
  return note
}

function element(name: string, className: string | undefined): HTMLElement {
  const created = document.createElement(name)
  created.className = className ?? ''
  return created
}
