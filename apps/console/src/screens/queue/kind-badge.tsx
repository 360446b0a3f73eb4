import { Badge } from '@mantine/core'
import { t } from '../../texts/texts.ts'
import type { EntryKind } from './entry.ts'

const colors = { PRODUCT: 'brand', REVISION: 'blue', CHANGE: 'amber' }

/** Shows the kind of an entry. */
export function KindBadge({ kind }: { kind: EntryKind }) {
  return (
    <Badge color={colors[kind]} title={t.queue.kindDetail[kind]} style={{ flex: 'none' }}>
      {t.queue.kind[kind]}
    </Badge>
  )
}
