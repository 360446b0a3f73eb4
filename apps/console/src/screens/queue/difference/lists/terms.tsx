import { Skeleton } from '@mantine/core'
import { t } from '../../../../texts/texts.ts'
import { ErrorAlert } from '../../../../ui/error-alert.tsx'
import { InlineText } from '../text/marked-text.tsx'
import { compareLists } from './compare-lists.ts'
import classes from './lists.module.css'
import { Row, Rows } from './row.tsx'
import { useTermNames } from './use-term-names.ts'

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
            {name === undefined ? t.difference.unknownTerm(id) : <InlineText text={name} />}
          </Row>
        )
      })}
    </Rows>
  )
}
