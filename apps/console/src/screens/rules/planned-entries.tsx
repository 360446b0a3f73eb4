import { Anchor, Badge, ScrollArea, Skeleton, Text } from '@mantine/core'
import type { ApprovalRuleApplicationEntry } from '@purveyor/client'
import { Link } from 'wouter'
import { rulesTexts } from '../../texts/rules.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import classes from './planned-entries.module.css'
import { type PlannedDecision, usePreviewEntries } from './use-apply.ts'

type Props = { previewId: string; decision: PlannedDecision }

/** The entries on which the rules would make one decision, each with its rule. */
export function PlannedEntries({ previewId, decision }: Props) {
  const { items, error, isPending, hasMore, isFetchingNextPage, fetchNextPage, refetch } = usePreviewEntries(
    previewId,
    decision
  )
  const texts = rulesTexts.apply
  if (isPending) return <Skeleton height={220} aria-hidden />
  return (
    <ScrollArea.Autosize
      mah={320}
      type="auto"
      viewportProps={{ tabIndex: 0, 'aria-label': texts.tabs[decision] }}
    >
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {items.length === 0 && !error && <Text c="dimmed">{texts.empty}</Text>}
      <ul className={classes.list}>
        {items.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ul>
      <LoadMore hasMore={hasMore} isLoading={isFetchingNextPage} onMore={() => void fetchNextPage()} />
    </ScrollArea.Autosize>
  )
}

function Entry({
  entry: { kind, product, vendor, rule, isSample }
}: {
  entry: ApprovalRuleApplicationEntry
}) {
  const texts = rulesTexts.apply
  return (
    <li className={classes.entry}>
      <div>
        <Anchor
          component={Link}
          href={`/queue?entry=${kind}.${product.id}`}
          fw={600}
          c="var(--mantine-color-text)"
        >
          {product.name}
        </Anchor>
        <Text c="dimmed" fz="sm">
          {texts.about(texts.kind[kind], vendor.name, product.sku)}
        </Text>
      </div>
      <Text fz="sm" className={classes.rule}>
        {rule ? rule.name : texts.noRule}
        {isSample && (
          <Badge color="blue" ml={6}>
            {texts.sample}
          </Badge>
        )}
      </Text>
    </li>
  )
}
