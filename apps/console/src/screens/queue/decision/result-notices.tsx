import { Anchor, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { DecisionResults, Purveyor } from '@purveyor/client'
import { navigate } from 'wouter/use-browser-location'
import { homes } from '../../../session/side.ts'
import { t } from '../../../texts/texts.ts'
import { detailOf } from '../../../ui/error-alert.tsx'
import { formatAgo } from '../../../ui/format.ts'
import type { OutboxItem, OutboxResult, SentEntry } from './outbox.ts'
import { hasAttributeIssues, isDecidedAlready } from './outbox-errors.ts'

/** Reports the result of a decision. Errors stay until they are closed. */
export async function notifyResult(result: OutboxResult, purveyor: Purveyor): Promise<void> {
  const { item } = result
  const [entry] = item.entries
  if ('response' in result) return notifyDecided(item, result.response)
  if (item.outcome === 'many' || !entry) {
    return show({
      color: 'red',
      title: t.decision.many.failed(item.entries.length),
      message: detailOf(result.error)
    })
  }
  if (isDecidedAlready(result.error)) {
    const message = (await decidedBy(entry, purveyor).catch(() => undefined)) ?? t.decision.alreadyUnknown
    return show({ color: 'amber', title: t.decision.already(entry.name), message })
  }
  const message = (
    <>
      <Text fz="sm">
        {hasAttributeIssues(result.error) ? t.decision.attributeIssues : detailOf(result.error)}
      </Text>
      <EntryLink entry={entry} />
    </>
  )
  show({ id: entry.key, color: 'red', title: t.decision.failed(entry.name), message, autoClose: false })
}

function notifyDecided({ outcome, entries: [entry] }: OutboxItem, response: unknown): void {
  if (entry) notifications.hide(entry.key)
  if (outcome === 'many') notifyMany(response as DecisionResults)
  else show({ color: 'green', message: t.decision.outcome[outcome](entry?.name ?? '') })
}

function notifyMany({ decided, failed }: DecisionResults): void {
  if (decided > 0) show({ color: 'green', message: t.decision.outcome.many(decided) })
  if (failed > 0) show({ color: 'red', message: t.decision.many.failed(failed) })
}

function show(notice: Parameters<typeof notifications.show>[0]): void {
  notifications.show({ closeButtonProps: { 'aria-label': t.decision.dismiss }, ...notice })
}

/** Returns who has decided on an entry, how, and when. */
async function decidedBy({ id, kind }: SentEntry, purveyor: Purveyor): Promise<string | undefined> {
  const page = await purveyor.platform.moderation.snapshots({ productId: id, kind, first: 1 }).page()
  const [snapshot] = page.snapshots
  if (!snapshot) return undefined
  const { decision, rule, decidedBy: person, decidedAt } = snapshot
  const who = rule ? t.decision.byRule(rule.name) : (person.name ?? '')
  return t.decision.alreadyBy(t.decision.snapshotOutcome[decision], who, formatAgo(decidedAt))
}

/** Opens the entry in the queue. Notifications are outside of the router of the side. */
function EntryLink({ entry }: { entry: SentEntry }) {
  const href = `${homes.platform}/queue?entry=${entry.key}`
  return (
    <Anchor
      href={href}
      fz="sm"
      onClick={(event) => {
        event.preventDefault()
        navigate(href)
        notifications.hide(entry.key)
      }}
    >
      {t.decision.open}
    </Anchor>
  )
}
