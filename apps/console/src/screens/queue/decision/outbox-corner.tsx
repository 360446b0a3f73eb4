import { Affix, Anchor, Loader, Paper, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { DecisionResults, Purveyor } from '@purveyor/client'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { useSignedIn } from '../../../session/session-context.tsx'
import { homes } from '../../../session/side.ts'
import { decisionTexts } from '../../../texts/decision.ts'
import { draftKey, drafts } from '../../../ui/drafts.ts'
import { detailOf } from '../../../ui/error-alert.tsx'
import { formatAgo } from '../../../ui/format.ts'
import { moderationKeys } from '../../../ui/moderation-keys.ts'
import { useUnloadWarning } from '../../../ui/use-unload-warning.ts'
import classes from './decision.module.css'
import {
  hasAttributeIssues,
  isClaimed,
  isDecidedAlready,
  isStale,
  type OutboxItem,
  type OutboxResult,
  type SentEntry,
  useOutbox,
  useUnsent
} from './outbox.ts'

/** Sends the decisions of the person, on every screen, and reports the result of each. */
export function OutboxCorner() {
  const unsent = useUnsent()
  const count = unsent.reduce((sum, { entries }) => sum + entries.length, 0)
  useSending()
  useUnloadWarning(count > 0)
  if (count === 0) return null
  return (
    <Affix position={{ bottom: 16, left: 16 }} zIndex={150}>
      <Paper withBorder shadow="sm" px="sm" py="xs" role="status" className={classes.unsent}>
        <Loader size={14} mr="xs" aria-hidden />
        <Text span fz="sm">
          {decisionTexts.unsent(count)}
        </Text>
      </Paper>
    </Affix>
  )
}

/** Sends what an earlier page has left, and handles the results. */
function useSending() {
  const { me, purveyor } = useSignedIn()
  const outbox = useOutbox()
  const queries = useQueryClient()
  useEffect(() => {
    async function handle(result: OutboxResult) {
      const { entries, outcome } = result.item
      if ('error' in result) {
        const isOutdated = [isStale, isClaimed, isDecidedAlready].some((test) => test(result.error))
        // The list has to show what is the case now.
        if (isOutdated)
          for (const queryKey of [moderationKeys.list, moderationKeys.entries])
            void queries.invalidateQueries({ queryKey })
      } else {
        if (outcome !== 'many') for (const { key } of entries) drafts.delete(draftKey(me, 'decision', key))
        // The screen of the queue removes the entries. After a reload of the page, it can have read them before.
        const refetchType = result.shown ? 'none' : 'active'
        void queries.invalidateQueries({ queryKey: moderationKeys.list, refetchType })
      }
      await notifyResult(result, purveyor)
    }
    const stop = outbox.onResult((result) => void handle(result))
    outbox.resume()
    return stop
  }, [outbox, me, purveyor, queries])
}

/** Reports the result of a decision. Errors stay until they are closed. */
async function notifyResult(result: OutboxResult, purveyor: Purveyor): Promise<void> {
  const { item } = result
  const [entry] = item.entries
  if ('response' in result) return notifyDecided(item, result.response)
  if (item.outcome === 'many' || !entry) {
    return show({
      color: 'red',
      title: decisionTexts.many.failed(item.entries.length),
      message: detailOf(result.error)
    })
  }
  if (isDecidedAlready(result.error)) {
    const message = (await decidedBy(entry, purveyor).catch(() => undefined)) ?? decisionTexts.alreadyUnknown
    return show({ color: 'amber', title: decisionTexts.already(entry.name), message })
  }
  const message = (
    <>
      <Text fz="sm">
        {hasAttributeIssues(result.error) ? decisionTexts.attributeIssues : detailOf(result.error)}
      </Text>
      <EntryLink entry={entry} />
    </>
  )
  show({ id: entry.key, color: 'red', title: decisionTexts.failed(entry.name), message, autoClose: false })
}

function notifyDecided({ outcome, entries: [entry] }: OutboxItem, response: unknown): void {
  if (entry) notifications.hide(entry.key)
  if (outcome === 'many') notifyMany(response as DecisionResults)
  else show({ color: 'green', message: decisionTexts.outcome[outcome](entry?.name ?? '') })
}

function notifyMany({ decided, failed }: DecisionResults): void {
  if (decided > 0) show({ color: 'green', message: decisionTexts.outcome.many(decided) })
  if (failed > 0) show({ color: 'red', message: decisionTexts.many.failed(failed) })
}

function show(notice: Parameters<typeof notifications.show>[0]): void {
  notifications.show({ closeButtonProps: { 'aria-label': decisionTexts.dismiss }, ...notice })
}

/** Returns who has decided on an entry, how, and when. */
async function decidedBy({ id, kind }: SentEntry, purveyor: Purveyor): Promise<string | undefined> {
  const page = await purveyor.platform.moderation.snapshots({ productId: id, kind, first: 1 }).page()
  const [snapshot] = page.snapshots
  if (!snapshot) return undefined
  const { decision, rule, decidedBy: person, decidedAt } = snapshot
  const who = rule ? decisionTexts.byRule(rule.name) : (person.name ?? '')
  return decisionTexts.alreadyBy(decisionTexts.snapshotOutcome[decision], who, formatAgo(decidedAt))
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
      {decisionTexts.open}
    </Anchor>
  )
}
