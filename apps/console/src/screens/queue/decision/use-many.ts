import type { DecisionResults, ModerationEntry } from '@purveyor/client'
import { useEffect, useRef, useState } from 'react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { draftKey, drafts } from '../../../ui/drafts.ts'
import { entryKey } from '../entry.ts'
import { decisionSet, type ManyPlan, type ManyReason, type ManyVerdict, planMany } from './many.ts'
import { resultsByKey } from './results-by-key.ts'
import { useOutbox, useUnsent } from './use-outbox.ts'

/** The decision on many entries. */
export type Many = {
  /** The entries that still have to be decided. */
  remaining: ModerationEntry[]
  verdict: ManyVerdict
  setVerdict(verdict: ManyVerdict): void
  reasons: ManyReason[]
  setReasons(reasons: ManyReason[]): void
  takeOver: boolean
  setTakeOver(takeOver: boolean): void
  plan: ManyPlan
  /** Leaves an entry out, or includes it again. */
  toggleLeftOut(key: string): void
  /** The errors of the entries that were not decided, by key. */
  failed: ReadonlyMap<string, { code: string; message: string }>
  /** The error of the whole request. */
  error: unknown
  isSending: boolean
  send(): void
}

type Options = {
  entries: ModerationEntry[]
  onClose: () => void
}

/** Prepares and sends the decision on many entries. Those that are decided leave the list, which closes when all are. */
export function useMany(options: Options, shown: ReadonlySet<string>): Many {
  const { me } = useSignedIn()
  const outbox = useOutbox()
  const [remaining, setRemaining] = useState(options.entries)
  const [verdict, setVerdict] = useState<ManyVerdict>('APPROVE')
  const key = draftKey(me, 'decision', 'many')
  const [reasons, setReasonsState] = useState(() => drafts.read<ManyReason[]>(key) ?? [])
  const [takeOver, setTakeOver] = useState(false)
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set())
  const [failed, setFailed] = useState<Many['failed']>(new Map())
  const [error, setError] = useState<unknown>()
  const codes = new Map([...failed].map(([key, { code }]) => [key, code]))
  const plan = planMany(remaining, { verdict, me, shown, failed: codes, leftOut, takeOver })

  const latest = useRef({ options, remaining, key, leftOut })
  latest.current = { options, remaining, key, leftOut }
  useEffect(
    () =>
      outbox.onResult((result) => {
        if (result.item.outcome !== 'many') return
        if ('error' in result) return setError(result.error)
        const { decided, failed } = resultsByKey(result.response as DecisionResults)
        const left = latest.current.remaining.filter((entry) => !decided.includes(entryKey(entry)))
        setRemaining(left)
        setFailed((before) => new Map([...before, ...failed]))
        // The reasons were sent. The next selection begins without them.
        if (decided.length > 0) drafts.delete(latest.current.key)
        if (left.every((entry) => latest.current.leftOut.has(entryKey(entry))))
          latest.current.options.onClose()
      }),
    [outbox]
  )

  function setReasons(next: ManyReason[]) {
    drafts.write(key, next)
    setReasonsState(next)
  }
  function toggleLeftOut(key: string) {
    setLeftOut((before) => before.symmetricDifference(new Set([key])))
  }
  function send() {
    setError(undefined)
    const body = decisionSet(plan.decided, { verdict, reasons, takeOver })
    outbox.decide(plan.decided, { outcome: 'many', path: '/moderation/decisions', body })
  }
  return {
    ...{
      remaining,
      verdict,
      setVerdict,
      reasons,
      setReasons,
      takeOver,
      setTakeOver,
      plan,
      toggleLeftOut,
      failed,
      error,
      send
    },
    isSending: useUnsent().some(({ outcome }) => outcome === 'many')
  }
}
