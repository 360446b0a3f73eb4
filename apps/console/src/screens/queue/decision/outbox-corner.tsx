import { Affix, Loader, Paper, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { t } from '../../../texts/texts.ts'
import { draftKey, drafts } from '../../../ui/drafts.ts'
import { moderationKeys } from '../../../ui/moderation-keys.ts'
import { useUnloadWarning } from '../../../ui/use-unload-warning.ts'
import classes from './decision.module.css'
import type { OutboxResult } from './outbox.ts'
import { isClaimed, isDecidedAlready, isStale } from './outbox-errors.ts'
import { notifyResult } from './result-notices.tsx'
import { useOutbox, useUnsent } from './use-outbox.ts'

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
          {t.decision.unsent(count)}
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
