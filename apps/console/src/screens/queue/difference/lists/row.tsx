import { Badge, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../../../../texts/texts.ts'
import classes from './lists.module.css'

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

/** An entry of a list, with a sign, a colour and a word for what happened to it. Without `change`, nothing is compared. */
export function Row({ change, children }: { change?: RowChange; children: ReactNode }) {
  const kind = change?.kind ?? 'none'
  return (
    <li className={classes.row} data-change={kind}>
      <span className={classes.sign} aria-hidden>
        {signs[kind]}
      </span>
      <div className={classes.content}>{children}</div>
      {change && change.kind !== 'none' && (
        <Badge
          color={colours[change.kind]}
          variant={kind === 'moved' || kind === 'changed' ? 'light' : 'transparent'}
          className={classes.badge}
        >
          {change.kind === 'moved'
            ? t.difference.moved(change.from, change.to)
            : t.difference.rowChanges[change.kind]}
        </Badge>
      )}
      {change?.kind === 'none' && <VisuallyHidden>{t.difference.unchanged}</VisuallyHidden>}
    </li>
  )
}
