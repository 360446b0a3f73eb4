import { Avatar, Badge, Checkbox, Text, Tooltip, VisuallyHidden } from '@mantine/core'
import type { ModerationEntry } from '@purveyor/client'
import { memo } from 'react'
import { Link } from 'wouter'
import { useSignedIn } from '../../session/session-context.tsx'
import { t } from '../../texts/texts.ts'
import { Ago } from '../../ui/ago.tsx'
import { fieldName } from '../../ui/field-name.ts'
import { Thumbnail } from '../../ui/thumbnail.tsx'
import { entryKey } from './entry.ts'
import { KindBadge } from './kind-badge.tsx'
import classes from './queue-list.module.css'

type Props = {
  entry: ModerationEntry
  href: string
  isOpen: boolean
  isSelected: boolean
  onSelect: ((key: string, isSelected: boolean) => void) | undefined
}

/** One entry of the list. When another entry is opened, only two rows are rendered again. */
export const QueueRow = memo(function QueueRow({ entry, href, isOpen, isSelected, onSelect }: Props) {
  const { product, vendor, kind, submittedAt, isSample } = entry
  return (
    <div className={classes.row} data-open={isOpen || undefined} data-selected={isSelected || undefined}>
      {onSelect && (
        <Checkbox
          className={classes.check}
          size="xs"
          aria-label={t.queue.select(product.name)}
          checked={isSelected}
          onChange={(event) => onSelect(entryKey(entry), event.currentTarget.checked)}
        />
      )}
      <Link href={href} className={classes.link} aria-current={isOpen ? 'true' : undefined}>
        <Thumbnail url={product.imageUrl} />
        <span className={classes.text}>
          <Text span truncate fw={600} display="block" title={product.name}>
            {product.name}
          </Text>
          <Text span truncate c="dimmed" fz="xs" display="block">
            {vendor.name} · {changedFields(entry)}
          </Text>
          <span className={classes.marks}>
            <KindBadge kind={kind} />
            {isSample && <Badge color="violet">{t.queue.isSample}</Badge>}
            <Holder entry={entry} />
            <Text span c="dimmed" fz="xs" className={classes.age}>
              <Ago time={submittedAt} />
            </Text>
          </span>
        </span>
      </Link>
    </div>
  )
})

function Holder({ entry: { claimedBy } }: { entry: ModerationEntry }) {
  const { me } = useSignedIn()
  if (!claimedBy) return null
  const isMine = claimedBy.id === me.user?.id
  const label = isMine ? t.queue.claimedByMe : t.queue.claimHolder(claimedBy.name)
  return (
    <Tooltip label={label}>
      <span className={classes.holder}>
        <Avatar name={claimedBy.name} size={18} color={isMine ? 'brand' : 'gray'} aria-hidden />
        <VisuallyHidden>{label}</VisuallyHidden>
        <Text span c="dimmed" fz="xs" lh="18px" truncate className={classes.holderName} aria-hidden>
          {isMine ? t.queue.you : claimedBy.name}
        </Text>
      </span>
    </Tooltip>
  )
}

/** Returns what an entry is about, such as `Name, Images`. */
function changedFields({ kind, changes, product }: ModerationEntry): string {
  if (kind === 'PRODUCT') return product.sku ?? ''
  return [...new Set(changes.map(({ field }) => fieldName(field)))].join(', ')
}
