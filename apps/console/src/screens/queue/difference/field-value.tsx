import { Skeleton } from '@mantine/core'
import type { ModerationChange, Variant } from '@purveyor/client'
import { type ComponentProps, lazy, Suspense } from 'react'
import { differenceTexts } from '../../../texts/difference.ts'
import { Attributes } from './attributes.tsx'
import type { EntryImage } from './compare-images.ts'
import { useDifference } from './difference-context.tsx'
import { formOf } from './fields.ts'
import { Images, ImagesDifference } from './images.tsx'
import { ResourcesDifference, resourcesOf, Terms, TermsDifference, TextListDifference } from './lists.tsx'
import { Note } from './marked-text.tsx'
import { TextDifference } from './text-difference.tsx'
import { AdditionalValues, Prices, scalarText, ValueDifference, Variants } from './values.tsx'

type Props = { field: string; changes: ModerationChange[] }

/** Shows what changed in a field, or, for a new product, its value. */
export function FieldValue({ field, changes }: Props) {
  const { entry } = useDifference()
  const [change] = changes
  if (!change) return <Missing field={field} />
  if (formOf(field) === 'price') return <Prices field={field} changes={changes} />
  if (entry.kind === 'PRODUCT') return <ShownValue field={field} value={change.proposed} />
  return <ChangedValue field={field} live={change.live} proposed={change.proposed} />
}

/** Says that an important field of a new product has no value. */
function Missing({ field }: { field: string }) {
  const notes: Record<string, string> = differenceTexts.missing
  return <Note isWarning={field === 'variants'}>{notes[field] ?? differenceTexts.empty}</Note>
}

/** Shows the value of a new product. Texts and lists are shown as ones that have not changed. */
function ShownValue({ field, value }: { field: string; value: unknown }) {
  switch (formOf(field)) {
    case 'html':
      return <LazyHtml html={textOf(value)} />
    case 'images':
      return <Images images={listOf<EntryImage>(value)} />
    case 'terms':
      return <Terms terms={listOf(value)} />
    case 'variants':
      return <Variants variants={listOf<Variant>(value)} />
    case 'attributes':
      return <Attributes before={value} after={value} isNew />
    case 'value':
      return <TextDifference before={scalarText(field, value)} after={scalarText(field, value)} />
    default:
      return <ChangedValue field={field} live={value} proposed={value} />
  }
}

type ChangedProps = { field: string; live: unknown; proposed: unknown }

function ChangedValue({ field, live, proposed }: ChangedProps) {
  switch (formOf(field)) {
    case 'text':
      return <TextDifference before={textOf(live)} after={textOf(proposed)} />
    case 'html':
      return <LazyHtml before={textOf(live)} html={textOf(proposed)} />
    case 'images':
      return <ImagesDifference live={listOf(live)} proposed={listOf(proposed)} />
    case 'strings':
      return <TextListDifference before={listOf(live)} after={listOf(proposed)} />
    case 'videos':
    case 'documents':
      return <ResourcesDifference before={resourcesOf(live)} after={resourcesOf(proposed)} />
    case 'terms':
      return <TermsDifference field={field} before={listOf(live)} after={listOf(proposed)} />
    case 'attributes':
      return <Attributes before={live} after={proposed} isNew={false} />
    case 'json':
      return <AdditionalValues before={live} after={proposed} />
    default:
      return <ValueDifference field={field} before={live} after={proposed} />
  }
}

// What reads HTML is loaded with the first description, because it is a fifth of the code of the screen.
const Html = lazy(async () => ({ default: (await import('./html-difference.tsx')).HtmlDifference }))

function LazyHtml(props: ComponentProps<typeof Html>) {
  return (
    <Suspense fallback={<Skeleton height={160} />}>
      <Html {...props} />
    </Suspense>
  )
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** Returns a list of the API. Its entries have the type that the field has (contract 2). */
function listOf<T>(value: unknown): T[] {
  return Array.isArray(value) ? value : []
}
