import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../../../../texts/texts.ts'
import { InlineText, MarkedText } from '../text/marked-text.tsx'
import { TextDifference } from '../text/text-difference.tsx'
import { compareLists, type ListRow } from './compare-lists.ts'
import classes from './lists.module.css'
import { Row, type RowChange, Rows } from './row.tsx'

/** A document or a video: its title, where it is, and its type. */
export type Resource = { title: string; type: string; addresses: string[] }

/** Returns the documents of a value of the API. */
export function documentsOf(value: unknown): Resource[] {
  return recordsOf(value).map(({ title, type, url, document }) => ({
    title: textOf(title),
    type: textOf(type),
    addresses: [url, document].map(textOf).filter(Boolean)
  }))
}

/** Returns the videos of a value of the API. */
export function videosOf(value: unknown): Resource[] {
  return recordsOf(value).map(({ title, url }) => ({
    title: textOf(title),
    type: '',
    addresses: [textOf(url)]
  }))
}

function recordsOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'object' && entry !== null) : []
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/**
 * Shows which documents or videos were added, removed, moved or renamed. They are the same if their address is, or their
 * name if they have no address.
 */
export function ResourcesDifference({ before, after }: { before: Resource[]; after: Resource[] }) {
  const rows = compareLists(before, after, (one) => one.addresses.join(' ') || nameOf(one))
  return (
    <Rows>
      {rows.map((row) => (
        <Row key={`${'from' in row ? row.from : ''} ${'to' in row ? row.to : ''}`} change={changeOf(row)}>
          {row.kind === 'both' && isRenamed(row) ? (
            <ShownResource
              resource={row.after}
              title={<TextDifference before={nameOf(row.before)} after={nameOf(row.after)} onlyWords />}
            />
          ) : (
            <ShownResource resource={row.kind === 'removed' ? row.before : row.after} />
          )}
        </Row>
      ))}
    </Rows>
  )
}

/** Shows the documents or videos of a new product. */
export function Resources({ resources }: { resources: Resource[] }) {
  return (
    <Rows>
      {resources.map((resource, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list doesn't change, and entries can be repeated.
        <Row key={index} change={{ kind: 'none' }}>
          <ShownResource resource={resource} />
        </Row>
      ))}
    </Rows>
  )
}

function isRenamed({ before, after }: { before: Resource; after: Resource }): boolean {
  return before.title !== after.title || before.type !== after.type
}

function nameOf({ title, type }: Resource): string {
  return type ? `${title} (${type})` : title
}

function changeOf(row: ListRow<Resource>): RowChange {
  if (row.kind !== 'both') return { kind: row.kind }
  if (row.isMoved) return { kind: 'moved', from: row.from + 1, to: row.to + 1 }
  return { kind: isRenamed(row) ? 'changed' : 'none' }
}

function ShownResource({ resource, title }: { resource: Resource; title?: ReactNode }) {
  const name = nameOf(resource)
  return (
    <>
      {title ?? (name && <InlineText text={name} />)}
      {resource.addresses.map((address) => (
        <a
          key={address}
          className={classes.address}
          href={/^https?:\/\//i.test(address) ? address : undefined}
          target="_blank"
          rel="noopener noreferrer nofollow"
          dir="ltr"
        >
          <MarkedText text={address} />
        </a>
      ))}
      {resource.addresses.length === 0 && (
        <Text span fz="xs">
          {t.difference.withoutAddress}
        </Text>
      )}
    </>
  )
}
