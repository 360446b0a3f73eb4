import { Button, Skeleton } from '@mantine/core'
import { IconCode } from '@tabler/icons-react'
import { type ReactNode, useMemo, useState } from 'react'
import { t } from '../../../../texts/texts.ts'
import { isHtml } from '../../../../ui/html/is-html.ts'
import type { ReadHtml } from '../../../../ui/html/read-html.ts'
import { SafeHtml } from '../../../../ui/html/safe-html.tsx'
import { useReadHtml } from '../../../../ui/html/use-read-html.ts'
import { useDifference } from '../difference-context.tsx'
import { Sides } from '../sides.tsx'
import { Note } from '../text/note.tsx'
import { ShownText } from '../text/shown-text.tsx'
import { TextDifference } from '../text/text-difference.tsx'
import { useTextView } from '../text/use-text-view.ts'
import { compareLinks } from './compare-links.ts'
import classes from './html.module.css'
import { LinkList, LinkNotes } from './link-notes.tsx'

/** Shows how a description changed: its words, how customers see it, its links, and its source. */
export function HtmlDifference({ before, after }: { before: string; after: string }) {
  if (!isHtml(before) && !isHtml(after)) return <TextDifference before={before} after={after} />
  return (
    <WithSource source={<TextDifference before={before} after={after} isCode onlyWords />}>
      <RenderedDifference before={before} after={after} />
    </WithSource>
  )
}

/** Shows the description of a new product. */
export function ShownHtml({ html }: { html: string }) {
  if (!isHtml(html)) return <ShownText text={html} />
  return (
    <WithSource source={<ShownText text={html} isCode />}>
      <Rendered html={html} />
    </WithSource>
  )
}

/** Switches between what customers see and the source. */
function WithSource({ source, children }: { source: ReactNode; children: ReactNode }) {
  const [isSource, setIsSource] = useState(false)
  const { isCompact } = useDifference()
  return (
    <>
      {isSource ? source : children}
      {!isCompact && (
        <Button
          variant="subtle"
          size="compact-xs"
          className={classes.source}
          leftSection={<IconCode size={14} aria-hidden />}
          aria-pressed={isSource}
          onClick={() => setIsSource(!isSource)}
        >
          {t.difference.source}
        </Button>
      )}
    </>
  )
}

function RenderedDifference({ before, after }: { before: string; after: string }) {
  const { isCompact } = useDifference()
  const [view] = useTextView()
  const [old, next] = [useReadHtml(before), useReadHtml(after)]
  const links = useMemo(() => old && next && compareLinks(old.links, next.links), [old, next])
  if (!old || !next || !links) return <Skeleton height={160} />
  const isSameText = old.text === next.text
  return (
    <>
      {!isSameText && (view === 'words' || isCompact) && (
        <TextDifference before={old.text} after={next.text} onlyWords />
      )}
      {isSameText && <Note>{t.difference.onlyFormatting}</Note>}
      <LinkNotes {...links} />
      <ImageNote html={next} />
      {!isCompact && (
        <Sides
          before={before && <SafeHtml fragment={old.fragment} label={t.difference.renderedBefore} />}
          after={after && <SafeHtml fragment={next.fragment} label={t.difference.renderedAfter} />}
        />
      )}
    </>
  )
}

function Rendered({ html }: { html: string }) {
  const { isCompact } = useDifference()
  const read = useReadHtml(html)
  if (!read) return <Skeleton height={160} />
  return (
    <>
      {isCompact ? (
        <ShownText text={read.text} />
      ) : (
        <SafeHtml fragment={read.fragment} label={t.difference.rendered} />
      )}
      <LinkList links={read.links} />
      <ImageNote html={read} />
    </>
  )
}

function ImageNote({ html: { images } }: { html: ReadHtml }) {
  return images.length > 0 && <Note>{t.difference.imagesInHtml(images.length)}</Note>
}
