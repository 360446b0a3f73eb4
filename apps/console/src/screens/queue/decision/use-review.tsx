import { ActionIcon } from '@mantine/core'
import { useCallbackRef } from '@mantine/hooks'
import type { Me, ModerationEntry } from '@purveyor/client'
import { IconCheck, IconCircleDashed, IconMessagePlus, IconX } from '@tabler/icons-react'
import { memo, useRef, useState } from 'react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { decisionTexts } from '../../../texts/decision.ts'
import { draftKey, drafts } from '../../../ui/drafts.ts'
import { fieldName } from '../../../ui/field-name.ts'
import { formatTime } from '../../../ui/format.ts'
import { LaterTooltip } from '../../../ui/later-tooltip.tsx'
import type { FieldControls } from '../difference/difference-context.tsx'
import { correctionKey, entryKey, isClaimedByOther } from '../entry.ts'
import { useAttributeObstacle } from './attribute-issues.ts'
import classes from './decision.module.css'
import {
  type Draft,
  emptyDraft,
  fieldsOf,
  hasRejection,
  isUntouched,
  mergeDraft,
  rejecting,
  type Target,
  type Verdict,
  withNextVerdict,
  withRejected,
  withSeen,
  withTypedIfRejected,
  withVerdict
} from './draft.ts'
import { targetLabel } from './labels.ts'
import { isClaimed, type Outcome, useDecided, useFailure, useOutbox, useUnsent } from './outbox.ts'
import { approvalOf, type DecisionRequest, decisionOf, effectOf, gapOf } from './request.ts'

/** Why a decision has to be confirmed: the vendor has edited the entry, or a correction or reasons would be discarded. */
type Confirmation = 'edited' | 'correction' | 'discards'

export type Review = ReturnType<typeof useReview>

/** Returns the decision that the person is preparing on an entry. It is stored as a draft until it is sent. */
export function useReview(entry: ModerationEntry) {
  const key = entryKey(entry)
  const signedIn = useSignedIn()
  const outbox = useOutbox()
  const state = useDraft(entry)
  const failure = useFailure(key)
  const isSending = useUnsent().some(({ entries }) => entries.some((sent) => sent.key === key))
  const [focusRequests, setFocusRequests] = useState(0)
  const [asked, setAsked] = useState<{ what: Confirmation; about: string }>()
  const corrections = fieldsOf(entry).map((field) => correctionKey(signedIn.me, entry, field))
  useDecided((keys) => {
    if (!keys.has(key)) return
    state.clear()
    corrections.forEach(drafts.delete)
  })

  const { draft, edited } = state
  const prepared = withTypedIfRejected(draft, entry)
  const obstacle = obstacleOf(entry, { ...signedIn, takeOver: draft.takeOver })
  const mayDecide = obstacle === undefined && !isSending
  const hasVariants = entry.kind !== 'PRODUCT' || entry.product.variantCount > 0
  const attributeObstacle = useAttributeObstacle(entry)
  const mayApprove = hasVariants && attributeObstacle === undefined
  const about = `${key} ${entry.version}`
  // What was asked about another entry is asked again.
  if (asked && asked.about !== about) setAsked(undefined)
  const confirmation = asked?.about === about ? asked.what : undefined

  function isConfirmed(other?: Confirmation): boolean {
    const isTyped = corrections.some((one) => drafts.read(one) !== undefined)
    const what = edited.length > 0 ? 'edited' : isTyped ? 'correction' : other
    if (what === undefined || confirmation === what) return true
    setAsked({ what, about })
    return false
  }
  function submit(outcome: Outcome, { path, body }: DecisionRequest) {
    setAsked(undefined)
    outbox.decide([entry], { outcome, path, body })
  }
  function focusReasons() {
    setFocusRequests((count) => count + 1)
  }
  const addReason = useCallbackRef((target: Target) => {
    if (!mayDecide) return
    state.change((latest) => ({ ...withRejected(latest, entry, target), target }))
    focusReasons()
  })
  function actionFor(field: string, imageId?: string) {
    const target = { field, ...(imageId !== undefined && { imageId }) }
    const label = decisionTexts.addReasonFor(targetLabel(entry, target))
    return (
      <AddReason label={label} field={field} imageId={imageId} isDisabled={!mayDecide} onAdd={addReason} />
    )
  }
  function setVerdict(field: string, verdict: Verdict | undefined) {
    if (!mayDecide) return
    state.see(field)
    state.change((latest) => withVerdict(latest, field, verdict))
  }

  return {
    entry,
    state,
    /** The draft as it would be sent: what is being typed is one of its reasons. */
    prepared,
    /** True until the response to the decision arrives. */
    isSending,
    mayDecide,
    /** True if the person only reads, because of the role or because someone else has claimed the entry. */
    isReading: obstacle !== undefined,
    /** True if the entry can be approved. A product without variants, or whose attributes have issues, can only be rejected. */
    mayApprove,
    /** Why the person can't decide, or can't approve. */
    hint: obstacle ?? (hasVariants ? attributeObstacle : decisionTexts.noVariants),
    /** What has to be confirmed by doing the same again. */
    confirmation,
    /** The error of the latest decision on this entry. */
    failure,
    /** Rises when the reasons have to get the focus. */
    focusRequests,
    /** REVISION: approves or rejects the field. Otherwise: adds a reason for the field. */
    fieldControls(field: string): FieldControls {
      if (obstacle) return {}
      const isRejected = entry.kind !== 'REVISION' || draft.verdicts[field] === 'REJECT'
      const verdict = { field, verdict: draft.verdicts[field], isDisabled: !mayDecide, onChange: setVerdict }
      return {
        action: entry.kind === 'REVISION' ? <FieldVerdict {...verdict} /> : actionFor(field),
        footer: isRejected && <FieldReasons entry={entry} draft={draft} field={field} />
      }
    },
    /** Adds a reason that points at this image. */
    imageAction: ({ id }: { id: string }) => (obstacle ? null : actionFor('images', id)),
    /** Approves, or accepts, the whole entry, and sends the decision. */
    approveAll() {
      if (!mayDecide || !mayApprove) return
      if (isConfirmed(hasRejection(draft) ? 'discards' : undefined))
        submit(entry.kind === 'CHANGE' ? 'accepted' : 'approved', approvalOf(entry, draft))
    },
    /** Prepares a rejection and moves the focus to the reasons. Digits then choose a template, and Enter sends. */
    startRejecting() {
      if (!mayDecide) return
      state.change((latest) => rejecting(latest, entry))
      focusReasons()
    },
    /** Changes the decision on the n-th field of a revision, from 0: approve, reject, open. */
    cycleField(index: number) {
      const field = fieldsOf(entry)[index]
      if (!mayDecide || entry.kind !== 'REVISION' || field === undefined) return
      state.see(field)
      const next = withNextVerdict(draft, field)
      state.change((latest) => withNextVerdict(latest, field))
      // A rejection needs a reason, which the next digit chooses.
      if (next.verdicts[field] === 'REJECT') focusReasons()
    },
    setVerdict,
    /** Sends what was prepared. */
    send() {
      if (!mayDecide || gapOf(entry, prepared)) return
      if (isConfirmed()) submit(outcomeOf(entry, prepared), decisionOf(entry, prepared))
    },
    /** Sends a decision again that was refused because someone else has claimed the entry. */
    takeOver() {
      state.change((latest) => ({ ...latest, takeOver: true }))
      // What was refused is sent again only if it is still about what is shown.
      const { item, error } = failure ?? {}
      if (!item || !isClaimed(error) || item.body.version !== entry.version) return
      setAsked(undefined)
      outbox.decideAgain([entry], item, { ...item.body, takeOver: true })
    }
  }
}

function outcomeOf(entry: ModerationEntry, draft: Draft): Outcome {
  if (entry.kind === 'CHANGE') return 'hidden'
  const { approved, rejected, open } = effectOf(entry, draft)
  if (entry.kind === 'PRODUCT' || approved.length + open.length === 0) return 'rejected'
  return open.length + rejected.length === 0 ? 'approved' : 'decided'
}

/** Returns why a person can't decide on an entry, or undefined. */
function obstacleOf(
  entry: ModerationEntry,
  { canWrite, me, takeOver }: { canWrite: boolean; me: Me; takeOver: boolean }
): string | undefined {
  if (!canWrite) return decisionTexts.viewer
  if (takeOver || !isClaimedByOther(entry, me)) return undefined
  const { name = '', expiresAt = '' } = entry.claimedBy ?? {}
  return decisionTexts.claimed(name, formatTime(expiresAt))
}

/**
 * Reads the stored draft of an entry, or makes one, and stores its changes. `edited` are the fields that the vendor has
 * edited since the draft was made.
 */
function useDraft(entry: ModerationEntry) {
  const { me } = useSignedIn()
  const key = draftKey(me, 'decision', entryKey(entry))
  const read = () => ({ key, draft: drafts.read<Draft>(key) ?? emptyDraft(entry) })
  const [stored, setStored] = useState(read)
  const current = stored.key === key ? stored : read()
  if (current !== stored) setStored(current)
  // Several changes can follow each other before the next rendering.
  const latest = useRef(current)
  latest.current = current
  const { draft, edited } = mergeDraft(current.draft, entry)

  function store(next: Draft) {
    if (isUntouched(next)) drafts.delete(key)
    else drafts.write(key, next)
    latest.current = { key, draft: next }
    setStored(latest.current)
  }
  return {
    draft,
    edited,
    change: (update: (draft: Draft) => Draft) => store(update(mergeDraft(latest.current.draft, entry).draft)),
    /** Records that the person has seen the entry, or one of its fields, as it is now. */
    see: (field?: string) => store(withSeen(latest.current.draft, entry, field)),
    /** Removes everything that was prepared. */
    clear: () => store(emptyDraft(entry))
  }
}

const choices = [
  { verdict: 'APPROVE', label: decisionTexts.approve, icon: IconCheck },
  { verdict: 'REJECT', label: decisionTexts.reject, icon: IconX },
  { verdict: undefined, label: decisionTexts.leaveOpen, icon: IconCircleDashed }
] as const satisfies { verdict: Verdict | undefined; label: string; icon: unknown }[]

type VerdictProps = {
  field: string
  verdict: Verdict | undefined
  isDisabled: boolean
  onChange(field: string, verdict: Verdict | undefined): void
}

/** Approves a field of a revision, rejects it, or leaves it open. */
export function FieldVerdict({ field, verdict: current, isDisabled, onChange }: VerdictProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: the group has its label in the heading of the field
    <div className={classes.verdicts} role="group" aria-label={decisionTexts.verdictOn(fieldName(field))}>
      {choices.map(({ verdict, label, icon: Icon }) => (
        <button
          key={label}
          type="button"
          className={classes.verdict}
          data-verdict={verdict ?? 'OPEN'}
          aria-pressed={current === verdict}
          disabled={isDisabled}
          title={label}
          onClick={() => onChange(field, verdict)}
        >
          <Icon size={15} stroke={2.2} aria-hidden />
          <span>{label}</span>
        </button>
      ))}
    </div>
  )
}

type AddReasonProps = {
  label: string
  field: string
  imageId: string | undefined
  isDisabled: boolean
  /** Pass the same function, so that the button isn't rendered again. */
  onAdd(target: Target): void
}

/** Begins a reason about a field or an image. An entry has many of these buttons, so they are light. */
const AddReason = memo(function AddReason({ label, field, imageId, isDisabled, onAdd }: AddReasonProps) {
  return (
    <LaterTooltip label={decisionTexts.addReason}>
      <ActionIcon
        size={28}
        aria-label={label}
        disabled={isDisabled}
        onClick={() => onAdd({ field, ...(imageId !== undefined && { imageId }) })}
      >
        <IconMessagePlus size={17} stroke={1.7} />
      </ActionIcon>
    </LaterTooltip>
  )
})

type ReasonsProps = { entry: ModerationEntry; draft: Draft; field: string }

/** Shows the reasons for a field below the field. */
function FieldReasons({ entry, draft, field }: ReasonsProps) {
  const reasons = draft.reasons.filter(({ target }) => target.field === field)
  if (reasons.length === 0) return null
  return (
    <ul className={classes.fieldReasons} aria-label={decisionTexts.reasons}>
      {reasons.map(({ id, text, target }) => (
        <li key={id}>
          {target.imageId !== undefined && <b>{targetLabel(entry, target)}: </b>}
          <bdi>{text}</bdi>
        </li>
      ))}
    </ul>
  )
}
