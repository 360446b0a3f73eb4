import { Button, Checkbox, Skeleton, Stack, Text, Textarea } from '@mantine/core'
import type { DecisionResults, ModerationEntry } from '@purveyor/client'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { decisionTexts } from '../../../texts/decision.ts'
import { draftKey, drafts } from '../../../ui/drafts.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { maxReasonText } from '../../../ui/reason-limits.ts'
import { useReasonTemplates } from '../../../ui/use-reason-templates.ts'
import { entryKey, resultsByKey } from '../entry.ts'
import classes from './many.module.css'
import { countBy, decisionSet, type ManyReason, type ManyVerdict, planMany } from './many.ts'
import { useOutbox, useUnsent } from './outbox.ts'

const texts = decisionTexts.many
const maxVendors = 6

type Props = { many: Many; onShowNext: () => void }

/** What will happen, as counts, and the buttons that do it. */
export function ManyPanel({ many, onShowNext }: Props) {
  const { decided } = many.plan
  const kinds = countBy(decided, ({ kind }) => kind)
  const vendors = countBy(decided, ({ vendor }) => vendor.name)
  return (
    <aside className={classes.panel}>
      <div className={classes.scroll}>
        <Text fz="sm" c="dimmed">
          {texts.intro}
        </Text>
        <Part title={texts.byKind}>
          {kinds.map(([kind, count]) => (
            <Text key={kind}>{texts.kinds[kind as keyof typeof texts.kinds](count)}</Text>
          ))}
          {decided.length === 0 && <Text c="dimmed">{texts.nothing}</Text>}
          {kinds.length > 1 && kinds.some(([kind]) => kind === 'CHANGE') && (
            <Text fz="xs" c="dimmed">
              {texts.change}
            </Text>
          )}
        </Part>
        {vendors.length > 0 && (
          <Part title={texts.byVendor}>
            {vendors.slice(0, maxVendors).map(([name, count]) => (
              <Text key={name}>
                <bdi>{name}</bdi> · {formatNumber(count)}
              </Text>
            ))}
            {vendors.length > maxVendors && (
              <Text c="dimmed">{texts.vendors(vendors.length - maxVendors)}</Text>
            )}
          </Part>
        )}
        <Omitted many={many} onShowNext={onShowNext} />
        {many.verdict === 'REJECT' && <ManyReasons many={many} />}
        {many.error !== undefined && <ErrorAlert error={many.error} />}
      </div>
      <Buttons many={many} />
    </aside>
  )
}

function Part({ title, role, children }: { title: string; role?: 'status'; children: ReactNode }) {
  return (
    <Stack gap={4} role={role}>
      <h3 className={classes.heading}>{title}</h3>
      {children}
    </Stack>
  )
}

function Omitted({ many, onShowNext }: Props) {
  const counts = Map.groupBy(many.plan.omitted.values(), (omission) => omission)
  const canTakeOver = many.takeOver || counts.has('claimed')
  if (counts.size === 0 && !canTakeOver) return null
  return (
    <Part title={texts.leftOut} role="status">
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
    </Part>
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
        <Text fz="sm" fw={600}>
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
    <Part title={decisionTexts.reasons}>
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
        label={texts.ownReason}
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
    </Part>
  )
}

type Failures = ReadonlyMap<string, { code: string; message: string }>

/**
 * Prepares and sends the decision on many entries. Those that are decided leave `remaining`, and the list closes when all
 * are. `failed` has the errors of those that were not decided, by key, and `error` that of the whole request.
 */
export function useMany(
  options: { entries: ModerationEntry[]; onClose: () => void },
  shown: ReadonlySet<string>
) {
  const { me } = useSignedIn()
  const outbox = useOutbox()
  const [remaining, setRemaining] = useState(options.entries)
  const [verdict, setVerdict] = useState<ManyVerdict>('APPROVE')
  const key = draftKey(me, 'decision', 'many')
  const [reasons, setReasonsState] = useState(() => drafts.read<ManyReason[]>(key) ?? [])
  const [takeOver, setTakeOver] = useState(false)
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set())
  const [failed, setFailed] = useState<Failures>(new Map())
  const [error, setError] = useState<unknown>()
  const isSending = useUnsent().some(({ outcome }) => outcome === 'many')
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
  /** Leaves an entry out, or includes it again. */
  function toggleLeftOut(key: string) {
    setLeftOut((before) => before.symmetricDifference(new Set([key])))
  }
  function send() {
    setError(undefined)
    const body = decisionSet(plan.decided, { verdict, reasons, takeOver })
    outbox.decide(plan.decided, { outcome: 'many', path: '/moderation/decisions', body })
  }
  const choices = { verdict, setVerdict, reasons, setReasons, takeOver, setTakeOver, toggleLeftOut }
  return { ...choices, remaining, plan, failed, error, isSending, send }
}

type Many = ReturnType<typeof useMany>
