import type { ModerationChange, Variant } from '@purveyor/client'
import { t } from '../../../texts/texts.ts'
import { AttributesDifference, ShownAttributes } from './attributes/attributes.tsx'
import { useDifference } from './difference-context.tsx'
import { formOf } from './fields.ts'
import { HtmlDifference, ShownHtml } from './html/lazy-html.tsx'
import type { EntryImage } from './images/compare-images.ts'
import { Images, ImagesDifference } from './images/image-sets.tsx'
import { documentsOf, Resources, ResourcesDifference, videosOf } from './lists/resources.tsx'
import { Terms, TermsDifference } from './lists/terms.tsx'
import { TextList, TextListDifference } from './lists/text-list.tsx'
import { Note } from './text/note.tsx'
import { ShownText } from './text/shown-text.tsx'
import { TextDifference } from './text/text-difference.tsx'
import { AdditionalValues, ShownObject } from './values/additional-values.tsx'
import { Prices } from './values/prices.tsx'
import { scalarText } from './values/scalar.ts'
import { ValueDifference } from './values/value-difference.tsx'
import { Variants } from './values/variants.tsx'

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
  const notes: Record<string, string> = t.difference.missing
  return <Note isWarning={field === 'variants'}>{notes[field] ?? t.difference.empty}</Note>
}

function ShownValue({ field, value }: { field: string; value: unknown }) {
  switch (formOf(field)) {
    case 'html':
      return <ShownHtml html={textOf(value)} />
    case 'images':
      return <Images images={listOf<EntryImage>(value)} />
    case 'strings':
      return <TextList texts={listOf<string>(value)} />
    case 'videos':
      return <Resources resources={videosOf(value)} />
    case 'documents':
      return <Resources resources={documentsOf(value)} />
    case 'terms':
      return <Terms terms={listOf(value)} />
    case 'variants':
      return <Variants variants={listOf<Variant>(value)} />
    case 'attributes':
      return <ShownAttributes value={value} />
    case 'json':
      return <ShownObject value={value} />
    default:
      return <ShownText text={scalarText(field, value)} />
  }
}

type ChangedProps = { field: string; live: unknown; proposed: unknown }

function ChangedValue({ field, live, proposed }: ChangedProps) {
  switch (formOf(field)) {
    case 'text':
      return <TextDifference before={textOf(live)} after={textOf(proposed)} />
    case 'html':
      return <HtmlDifference before={textOf(live)} after={textOf(proposed)} />
    case 'images':
      return <ImagesDifference live={listOf(live)} proposed={listOf(proposed)} />
    case 'strings':
      return <TextListDifference before={listOf(live)} after={listOf(proposed)} />
    case 'videos':
      return <ResourcesDifference before={videosOf(live)} after={videosOf(proposed)} />
    case 'documents':
      return <ResourcesDifference before={documentsOf(live)} after={documentsOf(proposed)} />
    case 'terms':
      return <TermsDifference field={field} before={listOf(live)} after={listOf(proposed)} />
    case 'attributes':
      return <AttributesDifference before={live} after={proposed} />
    case 'json':
      return <AdditionalValues before={live} after={proposed} />
    default:
      return <ValueDifference field={field} before={live} after={proposed} />
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** Returns a list of the API. Its entries have the type that the field has (contract 2). */
function listOf<T>(value: unknown): T[] {
  return Array.isArray(value) ? value : []
}
