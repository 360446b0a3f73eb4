import type { Link } from '../../../ui/html/read-html.ts'

/** Returns the links whose addresses only the new or only the old text has. */
export function compareLinks(before: Link[], after: Link[]): { added: Link[]; removed: Link[] } {
  const without = (links: Link[], others: Link[]) => {
    const known = new Set(others.map(({ address }) => address))
    return [...new Map(links.map((link) => [link.address, link])).values()].filter(
      ({ address }) => !known.has(address)
    )
  }
  return { added: without(after, before), removed: without(before, after) }
}

/** Returns the host that the text of a link names, if the link leads to another one. */
export function misleadingHost({ address, text }: Link): string | undefined {
  const named = /^(?:https?:\/\/)?(?:www\.)?((?:[\p{L}\d-]+\.)+\p{L}{2,})(?:[/:?#]\S*)?$/iu
    .exec(text)?.[1]
    ?.toLowerCase()
  if (!named || !URL.canParse(address)) return undefined
  const host = new URL(address).hostname.replace(/^www\./, '')
  return host === named || host.endsWith(`.${named}`) || address.toLowerCase().startsWith('mailto:')
    ? undefined
    : named
}
