import { Button, Checkbox, Group, Skeleton, Stack, Text, Textarea } from '@mantine/core'
import type { DecisionResults, ModerationEntry } from '@purveyor/client'
import { useEffect, useRef, useState } from 'react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { t } from '../../../texts/texts.ts'
import { draftKey, drafts } from '../../../ui/drafts.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { maxReasonText } from '../../../ui/reason-limits.ts'
import { useReasonTemplates } from '../../../ui/use-reason-templates.ts'
import { entryKey, resultsByKey } from '../entry.ts'
import classes from './many.module.css'
import {
  countBy,
  decisionSet,
  type ManyPlan,
  type ManyReason,
  type ManyVerdict,
  type Omission,
  planMany
} from './many.ts'
import { useOutbox, useUnsent } from './outbox.ts'

const texts = t.decision.many
const maxVendors = 6

type Props = { many: Many; onShowNext: () => void }

/** What will happen, as counts, and the buttons that do it. */
export function ManyPanel({ many, onShowNext }: Props) {
  return (
    <aside className={classes.panel}>
      <div className={classes.scroll}>
        <Text fz="sm" c="dimmed">
          {texts.intro}
        </Text>
        <Counts many={many} />
        <Omitted many={many} onShowNext={onShowNext} />
        {many.verdict === 'REJECT' && <ManyReasons many={many} />}
        {many.error !== undefined && <ErrorAlert error={many.error} />}
      </div>
      <Buttons many={many} />
    </aside>
  )
}

function Counts({ many }: { many: Many }) {
  const { decided } = many.plan
  const kinds = countBy(decided, ({ kind }) => kind)
  const vendors = countBy(decided, ({ vendor }) => vendor.name)
  const others = vendors.length - maxVendors
  return (
    <>
      <Stack gap={2}>
        <h3 className={classes.heading}>{texts.byKind}</h3>
        {kinds.map(([kind, count]) => (
          <Text key={kind}>{texts.kinds[kind as keyof typeof texts.kinds](count)}</Text>
        ))}
        {decided.length === 0 && <Text c="dimmed">{texts.nothing}</Text>}
        {kinds.some(([kind]) => kind === 'CHANGE') && kinds.length > 1 && (
          <Text fz="xs" c="dimmed">
            {texts.change}
          </Text>
        )}
      </Stack>
      {vendors.length > 0 && (
        <Stack gap={2}>
          <h3 className={classes.heading}>{texts.byVendor}</h3>
          {vendors.slice(0, maxVendors).map(([name, count]) => (
            <Group key={name} justify="space-between" wrap="nowrap">
              <Text truncate>
                <bdi>{name}</bdi>
              </Text>
              <Text>{formatNumber(count)}</Text>
            </Group>
          ))}
          {others > 0 && <Text c="dimmed">{texts.vendors(others)}</Text>}
        </Stack>
      )}
    </>
  )
}

function Omitted({ many, onShowNext }: Props) {
  const counts = Map.groupBy(many.plan.omitted.values(), (omission: Omission) => omission)
  const canTakeOver = many.takeOver || counts.has('claimed')
  if (counts.size === 0 && !canTakeOver) return null
  return (
    <Stack gap={4} role="status">
      <h3 className={classes.heading}>{texts.leftOut}</h3>
      {[...counts].map(([omission, { length }]) => (
        <Text key={omission}>{texts.omitted[omission](length)}</Text>
      ))}
      {counts.has('notShown') && (
        <Button size="xs" variant="default" onClick={onShowNext}>
          {texts.showNext}
        </Button>
      )}
      {canTakeOver && (
        <Checkbox
          label={texts.takeOver}
          checked={many.takeOver}
          onChange={(event) => many.setTakeOver(event.currentTarget.checked)}
        />
      )}
    </Stack>
  )
}

function Buttons({ many }: { many: Many }) {
  const { plan, remaining, verdict, reasons } = many
  const isApproval = verdict === 'APPROVE'
  const areChanges = remaining.every(({ kind }) => kind === 'CHANGE')
  const needsReason = !isApproval && reasons.every(({ text }) => text.trim() === '')
  const verbs = areChanges
    ? { APPROVE: texts.accept, REJECT: texts.hide }
    : { APPROVE: texts.approve, REJECT: texts.reject }
  const notShown = [...plan.omitted.values()].filter((omission) => omission === 'notShown').length
  const label = verbs[verdict](plan.decided.length, remaining.length)
  return (
    <div className={classes.buttons}>
      {needsReason && (
        <Text fz="sm" fw={600} c="var(--mantine-color-error)">
          {texts.needsReason}
        </Text>
      )}
      <Button
        color={isApproval ? undefined : 'red'}
        loading={many.isSending}
        disabled={plan.decided.length === 0 || needsReason}
        onClick={many.send}
      >
        {notShown > 0 ? texts.andNotShown(label, notShown) : label}
      </Button>
      <Button
        variant="default"
        disabled={many.isSending}
        onClick={() => many.setVerdict(isApproval ? 'REJECT' : 'APPROVE')}
      >
        {isApproval ? texts.startRejecting(areChanges) : texts.back}
      </Button>
    </div>
  )
}

/** The reasons for rejecting many entries: templates, and a text of one's own. */
function ManyReasons({ many: { reasons, setReasons } }: { many: Many }) {
  const query = useReasonTemplates()
  const [text, setText] = useState(() => reasons.find(({ code }) => code === null)?.text ?? '')
  const templates = reasons.filter(({ code }) => code !== null)
  const own = (value: string): ManyReason[] =>
    value.trim() ? [{ code: null, text: value.trim(), fields: [] }] : []
  function toggle(template: ManyReason, isChosen: boolean) {
    const others = templates.filter(({ code }) => code !== template.code)
    setReasons([...others, ...(isChosen ? [template] : []), ...own(text)])
  }
  return (
    <Stack gap="xs">
      <h3 className={classes.heading}>{t.decision.reasons}</h3>
      {query.error && <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton h={180} />}
      {query.data?.map(({ code, text: label, fields }) => (
        <Checkbox
          key={code}
          label={<bdi>{label}</bdi>}
          checked={templates.some((reason) => reason.code === code)}
          onChange={(event) => toggle({ code, text: label, fields }, event.currentTarget.checked)}
        />
      ))}
      <Textarea
        label={t.decision.many.ownReason}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={maxReasonText}
        value={text}
        onChange={({ currentTarget: { value } }) => {
          setText(value)
          setReasons([...templates, ...own(value)])
        }}
      />
    </Stack>
  )
}

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
