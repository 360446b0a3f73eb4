import { t } from '../../../../texts/texts.ts'
import type { Link } from '../../../../ui/html/read-html.ts'
import { MarkedText } from '../text/marked-text.tsx'
import { Note } from '../text/note.tsx'
import { misleadingHost } from './compare-links.ts'
import classes from './html.module.css'

/** The links that were added or removed, with their real addresses. */
export function LinkNotes({ added, removed }: { added: Link[]; removed: Link[] }) {
  return (
    <>
      {added.length > 0 && (
        <Note isWarning>
          {t.difference.linksAdded(added.length)}
          <Links links={added} />
        </Note>
      )}
      {removed.length > 0 && (
        <Note>
          {t.difference.linksRemoved(removed.length)}
          <Links links={removed} />
        </Note>
      )}
    </>
  )
}

/** The links of a new description. */
export function LinkList({ links }: { links: Link[] }) {
  if (links.length === 0) return null
  return (
    <Note>
      {t.difference.links(links.length)}
      <Links links={links} />
    </Note>
  )
}

const maxListed = 20

function Links({ links }: { links: Link[] }) {
  return (
    <ul className={classes.links}>
      {links.slice(0, maxListed).map((link) => {
        const host = misleadingHost(link)
        return (
          <li key={link.address}>
            <a href={link.address} target="_blank" rel="noopener noreferrer nofollow" dir="ltr">
              <MarkedText text={link.address} />
            </a>
            {host && <strong> {t.difference.misleading(host)}</strong>}
          </li>
        )
      })}
      {links.length > maxListed && <li>{t.difference.moreLinks(links.length - maxListed)}</li>}
    </ul>
  )
}
