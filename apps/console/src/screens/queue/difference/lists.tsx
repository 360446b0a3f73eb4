import { Badge, Skeleton, Text, VisuallyHidden } from '@mantine/core'
import { type QueryFunctionContext, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type SignedIn, useSignedIn } from '../../../session/session-context.tsx'
import { differenceTexts } from '../../../texts/difference.ts'
import { pathText } from '../../../ui/category-paths.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { categoriesQuery } from '../../../ui/use-categories.ts'
import { compareLists, compareTextLists, type ListRow, type TextRow } from './compare-lists.ts'
import { useDifference } from './difference-context.tsx'
import classes from './lists.module.css'
import { InlineText, MarkedText } from './marked-text.tsx'
import { TextDifference } from './text-difference.tsx'

/** What happened to an entry of a list. `index` counts from 1. */
export type RowChange =
  | { kind: 'none' | 'added' | 'removed' | 'changed' }
  | { kind: 'moved'; from: number; to: number }

const signs = { none: '', added: '+', removed: '−', changed: '±', moved: '↕' }
const colours = { added: 'green', removed: 'red', changed: 'blue', moved: 'violet' }

/** Lists the entries of a field. */
export function Rows({ children }: { children: ReactNode }) {
  return <ul className={classes.rows}>{children}</ul>
}

/** An entry of a list, with a sign, a colour and a word for what happened to it. In a new product, nothing has happened. */
export function Row({ change, children }: { change: RowChange; children: ReactNode }) {
  const { entry } = useDifference()
  const { kind } = change
  return (
    <li className={classes.row} data-change={kind}>
      <span className={classes.sign} aria-hidden>
        {signs[kind]}
      </span>
      <div className={classes.content}>{children}</div>
      {kind === 'none' && entry.kind !== 'PRODUCT' && (
        <VisuallyHidden>{differenceTexts.unchanged}</VisuallyHidden>
      )}
      {kind !== 'none' && (
        <Badge
          flex="none"
          color={colours[kind]}
          variant={kind === 'moved' || kind === 'changed' ? 'light' : 'transparent'}
        >
          {kind === 'moved'
            ? differenceTexts.moved(change.from, change.to)
            : differenceTexts.rowChanges[kind]}
        </Badge>
      )}
    </li>
  )
}

/** Shows which texts of a list were added, removed, moved or rewritten. */
export function TextListDifference({ before, after }: { before: string[]; after: string[] }) {
  return (
    <Rows>
      {compareTextLists(before, after).map((row) => (
        <Row key={rowKey(row)} change={changeOf(row, false)}>
          {row.kind === 'changed' ? (
            <TextDifference before={row.before} after={row.after} onlyWords />
          ) : (
            <InlineText text={row.kind === 'removed' ? row.before : row.after} />
          )}
        </Row>
      ))}
    </Rows>
  )
}

function rowKey(row: TextRow | ListRow<unknown>): string {
  return `${'from' in row ? row.from : ''} ${'to' in row ? row.to : ''}`
}

function changeOf(row: TextRow | ListRow<unknown>, isChanged: boolean): RowChange {
  if (row.kind !== 'both') return { kind: row.kind }
  if (row.isMoved) return { kind: 'moved', from: row.from + 1, to: row.to + 1 }
  return { kind: isChanged ? 'changed' : 'none' }
}

type Term = { id: string; name: string; facet?: { name: string } }

/** Shows the categories, collections, tags or facet values of a new product. */
export function Terms({ terms }: { terms: Term[] }) {
  return (
    <ul className={classes.terms}>
      {terms.map(({ id, name, facet }) => (
        <li key={id} className={classes.term}>
          {facet && <span className={classes.facet}>{facet.name} </span>}
          <InlineText text={name} />
        </li>
      ))}
    </ul>
  )
}

/** Shows which categories, collections, tags or facet values were added or removed. Their order means nothing. */
export function TermsDifference({
  field,
  before,
  after
}: {
  field: string
  before: string[]
  after: string[]
}) {
  const { data: names, error, refetch } = useTermNames(field)
  if (error && !names) return <ErrorAlert error={error} onRetry={() => void refetch()} />
  if (!names) return <Skeleton height={28 * Math.max(before.length, after.length, 1)} />
  return (
    <Rows>
      {compareLists(before, after, (id) => id).map((row) => {
        const id = row.kind === 'removed' ? row.before : row.after
        const name = names.get(id)
        return (
          <Row key={`${row.kind} ${id}`} change={{ kind: row.kind === 'both' ? 'none' : row.kind }}>
            {name === undefined ? differenceTexts.unknownTerm(id) : <InlineText text={name} />}
          </Row>
        )
      })}
    </Rows>
  )
}

type Names = ReadonlyMap<string, string>
type Read = (signedIn: SignedIn, context: QueryFunctionContext) => Promise<Names>

/** For each field with ids of terms, how to read the names of all terms of this kind. */
const reads: Record<string, Read> = {
  async categoryIds(signedIn, { client }) {
    const paths = await client.fetchQuery(categoriesQuery(signedIn))
    return new Map([...paths].map(([id, path]) => [id, pathText(path)]))
  },
  async collectionIds({ purveyor: { platform } }, { signal }) {
    return namesOf((await platform.collections.list({}, { signal })).collections)
  },
  async tagIds({ purveyor: { platform } }, { signal }) {
    return namesOf((await platform.tags.list({}, { signal })).tags)
  },
  async facetValueIds({ purveyor: { platform } }, { signal }) {
    const { facets } = await platform.facets.list({}, { signal })
    return namesOf(
      facets.flatMap((facet) => facet.values.map(({ id, name }) => ({ id, name: `${facet.name}: ${name}` })))
    )
  }
}

function namesOf(terms: { id: string; name: string }[]): Names {
  return new Map(terms.map(({ id, name }) => [id, name]))
}

/** Reads the names of the terms of a field by id. */
function useTermNames(field: string) {
  const signedIn = useSignedIn()
  return useQuery({
    queryKey: ['term-names', field],
    queryFn: async (context): Promise<Names> => (await reads[field]?.(signedIn, context)) ?? new Map(),
    staleTime: 60_000
  })
}

/** A document or a video: its title, where it is, and its type. */
export type Resource = { title: string; type: string; addresses: string[] }

/** Returns the documents or videos of a value of the API. */
export function resourcesOf(value: unknown): Resource[] {
  return recordsOf(value).map(({ title, type, url, document }) => ({
    title: textOf(title),
    type: textOf(type),
    addresses: [url, document].map(textOf).filter(Boolean)
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
        <Row key={rowKey(row)} change={changeOf(row, row.kind === 'both' && isRenamed(row))}>
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

function isRenamed({ before, after }: { before: Resource; after: Resource }): boolean {
  return before.title !== after.title || before.type !== after.type
}

function nameOf({ title, type }: Resource): string {
  return type ? `${title} (${type})` : title
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
          {differenceTexts.withoutAddress}
        </Text>
      )}
    </>
  )
}
