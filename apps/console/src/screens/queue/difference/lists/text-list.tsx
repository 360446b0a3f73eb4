import { InlineText } from '../text/marked-text.tsx'
import { TextDifference } from '../text/text-difference.tsx'
import { compareTextLists, type TextRow } from './compare-lists.ts'
import { Row, type RowChange, Rows } from './row.tsx'

/** Shows which texts of a list were added, removed, moved or rewritten. */
export function TextListDifference({ before, after }: { before: string[]; after: string[] }) {
  return (
    <Rows>
      {compareTextLists(before, after).map((row) => (
        <Row
          key={`${row.kind} ${'from' in row ? row.from : ''} ${'to' in row ? row.to : ''}`}
          change={changeOf(row)}
        >
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

function changeOf(row: TextRow): RowChange {
  if (row.kind !== 'both') return { kind: row.kind }
  return row.isMoved ? { kind: 'moved', from: row.from + 1, to: row.to + 1 } : { kind: 'none' }
}

/** Shows the texts of a list of a new product. */
export function TextList({ texts }: { texts: string[] }) {
  return (
    <Rows>
      {texts.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list doesn't change, and texts can be repeated.
        <Row key={index}>
          <InlineText text={text} />
        </Row>
      ))}
    </Rows>
  )
}
