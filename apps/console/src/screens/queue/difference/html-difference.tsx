import { Button, Skeleton } from '@mantine/core'
import { IconCode } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { differenceTexts } from '../../../texts/difference.ts'
import { isHtml } from '../../../ui/html/is-html.ts'
import type { Link } from '../../../ui/html/read-html.ts'
import { SafeHtml } from '../../../ui/html/safe-html.tsx'
import { useReadHtml } from '../../../ui/html/use-read-html.ts'
import { compareLinks, misleadingHost } from './compare-links.ts'
import { useDifference } from './difference-context.tsx'
import { MarkedText, Note } from './marked-text.tsx'
import classes from './text.module.css'
import { Sides, TextDifference, useTextView } from './text-difference.tsx'

type Props = { before?: string; html: string }

/**
 * Shows how a description changed: its words, how customers see it, its links, and its source. Without `before`, it is
 * the description of a new product.
 */
export function HtmlDifference({ before, html }: Props) {
  const [isSource, setIsSource] = useState(false)
  const { isCompact } = useDifference()
  const isNew = before === undefined
  const old = before ?? html
  if (!isHtml(old) && !isHtml(html)) return <TextDifference before={old} after={html} />
  return (
    <>
      {isSource ? (
        <TextDifference before={old} after={html} isCode onlyWords />
      ) : (
        <Rendered before={old} html={html} isNew={isNew} />
      )}
      {!isCompact && (
        <Button
          variant="subtle"
          size="compact-xs"
          className={classes.source}
          leftSection={<IconCode size={14} aria-hidden />}
          aria-pressed={isSource}
          onClick={() => setIsSource(!isSource)}
        >
          {differenceTexts.source}
        </Button>
      )}
    </>
  )
}

function Rendered({ before, html, isNew }: { before: string; html: string; isNew: boolean }) {
  const { isCompact } = useDifference()
  const [view] = useTextView()
  const [old, next] = [useReadHtml(before), useReadHtml(html)]
  const links = useMemo(() => old && next && compareLinks(old.links, next.links), [old, next])
  if (!old || !next || !links) return <Skeleton height={160} />
  const isSameText = old.text === next.text
  const showsWords = isNew ? isCompact : !isSameText && (view === 'words' || isCompact)
  const texts = differenceTexts
  return (
    <>
      {showsWords && <TextDifference before={old.text} after={next.text} onlyWords />}
      {isNew && !isCompact && <SafeHtml fragment={next.fragment} label={texts.rendered} />}
      {isSameText && !isNew && <Note>{texts.onlyFormatting}</Note>}
      {isNew && <Links links={next.links} title={texts.links} />}
      <Links links={links.added} title={texts.linksAdded} isWarning />
      <Links links={links.removed} title={texts.linksRemoved} />
      {next.images.length > 0 && <Note>{texts.imagesInHtml(next.images.length)}</Note>}
      {!isNew && !isCompact && (
        <Sides
          before={before && <SafeHtml fragment={old.fragment} label={texts.renderedBefore} />}
          after={html && <SafeHtml fragment={next.fragment} label={texts.renderedAfter} />}
        />
      )}
    </>
  )
}

const maxListed = 20

type LinksProps = { links: Link[]; title: (count: number) => string; isWarning?: boolean }

/** Links of a description, with their real addresses. */
function Links({ links, title, isWarning = false }: LinksProps) {
  if (links.length === 0) return null
  return (
    <Note isWarning={isWarning}>
      {title(links.length)}
      <ul className={classes.links}>
        {links.slice(0, maxListed).map((link) => {
          const host = misleadingHost(link)
          return (
            <li key={link.address}>
              <a href={link.address} target="_blank" rel="noopener noreferrer nofollow" dir="ltr">
                <MarkedText text={link.address} />
              </a>
              {host && <strong> {differenceTexts.misleading(host)}</strong>}
            </li>
          )
        })}
        {links.length > maxListed && <li>{differenceTexts.moreLinks(links.length - maxListed)}</li>}
      </ul>
    </Note>
  )
}
