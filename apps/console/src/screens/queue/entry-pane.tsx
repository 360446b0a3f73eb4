import { ActionIcon, Alert, Badge, Button, Group, Text, Tooltip } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ModerationEntry } from '@purveyor/client'
import { IconLock, IconLockOpen, IconRefreshAlert } from '@tabler/icons-react'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useSignedIn } from '../../session/session-context.tsx'
import { queueTexts } from '../../texts/queue.ts'
import { useAddressState } from '../../ui/use-address-state.ts'
import { useKeys } from '../../ui/use-keys.ts'
import { ClaimBanner, useClaimWhileOpen } from './claims.tsx'
import { DecisionPane, type Steps } from './decision/decision-pane.tsx'
import { type Review, useReview } from './decision/use-review.tsx'
import type { Correct } from './difference/difference-context.tsx'
import { EntryDifference } from './difference/entry-difference.tsx'
import { entryKey } from './entry.ts'
import { EntryHeader, type Navigation } from './entry-header.tsx'
import classes from './queue.module.css'
import { useQueueCache } from './use-queue.ts'
import { VendorFacts } from './vendor-facts.tsx'

/** In a window that is narrower, the entry and the decision are two steps. */
const stepsBelow = '(max-width: 51.24em)'

/**
 * The open entry: what has changed, and the decision. When another entry is opened, the pane shows it in the same
 * elements as far as possible, because new ones take longer. What a person can change in them, and what screen
 * readers announce, has the entry as its key, so that nothing of an entry is left in the next one.
 */
export function EntryPane({ entry: current, ...navigation }: Navigation & { entry: ModerationEntry }) {
  const { canWrite } = useSignedIn()
  const { entry, hasNewer, showNewer, expect } = useShownEntry(current)
  const claim = useClaimWhileOpen(current)
  const review = useReview(entry)
  const correct = useCorrect(entry, review, expect)
  const steps = useSteps(review)
  const key = entryKey(entry)
  const pane = useRef<HTMLDivElement>(null)
  useStart(pane, key)
  const press = (selector: string) => pane.current?.querySelector<HTMLElement>(selector)?.click()
  useKeys({
    a: review.approveAll,
    r: review.startRejecting,
    'mod+Enter': review.send,
    c: () => void claim.toggle(),
    e: () => press('[data-correct]'),
    z: () => press('[data-image] button'),
    ...Object.fromEntries([1, 2, 3, 4].map((digit) => [digit, () => review.cycleField(digit - 1)]))
  })
  const facts = <VendorFacts id={entry.vendor.id} />
  const claimAction = claim.isOnPurpose ? 'release' : claim.isMine ? 'keepClaim' : 'claim'
  return (
    <div ref={pane} className={classes.pane} data-step={steps?.step}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <section className={classes.difference} data-scrolls tabIndex={0} aria-label={entry.product.name}>
        <EntryHeader
          of={key}
          pane={pane}
          name={entry.product.name}
          vendor={entry.vendor}
          submittedAt={entry.submittedAt}
          details={`${entry.product.sku ? ` · ${queueTexts.sku} ${entry.product.sku}` : ''} · ${queueTexts.version(entry.version)}`}
          navigation={navigation}
          {...(entry.kind !== 'PRODUCT' && { imageUrl: entry.product.imageUrl })}
          badges={
            <>
              <Badge color={kindColors[entry.kind]} title={queueTexts.kindDetail[entry.kind]}>
                {queueTexts.kind[entry.kind]}
              </Badge>
              {entry.isSample && (
                <Tooltip label={queueTexts.sampleDetail}>
                  <Badge color="violet">{queueTexts.isSample}</Badge>
                </Tooltip>
              )}
            </>
          }
          controls={
            canWrite &&
            !claim.isOthers && (
              <Tooltip label={queueTexts.claimDetail[claimAction]}>
                <ActionIcon aria-label={queueTexts[claimAction]} onClick={() => void claim.toggle()}>
                  {claim.isOnPurpose ? <IconLock size={18} /> : <IconLockOpen size={18} />}
                </ActionIcon>
              </Tooltip>
            )
          }
        />
        {steps && facts}
        <div key={key} className={classes.notes}>
          {claim.isOthers && claim.holder && <ClaimBanner holder={claim.holder} takeOver={claim.takeOver} />}
          {hasNewer && <NewerBanner text={queueTexts.newer} onShow={showNewer} />}
        </div>
        <EntryDifference
          entry={entry}
          fieldControls={review.fieldControls}
          imageAction={review.imageAction}
          correct={review.mayDecide ? correct : undefined}
        />
      </section>
      <DecisionPane review={review} steps={steps} facts={!steps && facts} />
    </div>
  )
}

const kindColors = { PRODUCT: 'brand', REVISION: 'blue', CHANGE: 'amber' }

/** Returns the steps in a narrow window. A reason is given in the second one. The address has it, so that “back” leads back. */
function useSteps({ focusRequests }: Review): Steps | undefined {
  const isNarrow = useMediaQuery(stepsBelow, false, { getInitialValueInEffect: false })
  const [params, change] = useAddressState()
  const step = params.get('step') === 'decision' ? 'decision' : 'entry'
  const goTo = (next: Steps['step']) =>
    change({ step: next === 'decision' ? next : null }, { push: next === 'decision' })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another request opens the step
  useEffect(() => {
    if (isNarrow && focusRequests > 0 && step === 'entry') goTo('decision')
  }, [focusRequests])
  return isNarrow ? { step, goTo } : undefined
}

/**
 * Returns the entry as the person has read it. When the queue is read again and the vendor has changed the entry in the
 * meantime, the values on the screen stay until the person asks for the new ones: nothing is decided that was not
 * shown. The version that the person's own correction makes is shown at once.
 */
function useShownEntry(current: ModerationEntry) {
  const [stored, setShown] = useState(current)
  const expected = useRef<string>(undefined)
  const versionOf = (entry: ModerationEntry) => `${entryKey(entry)} ${entry.version}`
  // Another entry was opened.
  const isShown = entryKey(stored) === entryKey(current) && versionOf(current) !== expected.current
  const shown = isShown ? stored : current
  if (shown !== stored) setShown(shown)
  const isSame = shown.version === current.version
  // Claims are shown as they are now. They are no part of what is decided.
  const entry = isSame ? current : { ...shown, claimedBy: current.claimedBy }
  return {
    entry,
    hasNewer: !isSame,
    showNewer: () => setShown(current),
    expect(version: number) {
      expected.current = versionOf({ ...current, version })
    }
  }
}

/** Returns a function that corrects a text of the entry as it is shown. */
function useCorrect(entry: ModerationEntry, { state }: Review, expect: (version: number) => void): Correct {
  const { purveyor } = useSignedIn()
  const cache = useQueueCache()
  const corrected = useRef<string>(undefined)
  const latest = useRef(state)
  latest.current = state
  // biome-ignore lint/correctness/useExhaustiveDependencies: a corrected value is shown as another version
  useEffect(() => {
    if (corrected.current !== undefined) latest.current.see(corrected.current)
    corrected.current = undefined
  }, [entry.version])
  const { id } = entry.product
  const { version } = entry
  return useCallback(
    async (field, value) => {
      const { takeOver } = latest.current.draft
      const body = { version, takeOver, [field]: value }
      const { moderationVersion } = await purveyor.platform.products.correct({ id }, body).catch((error) => {
        // The vendor may have edited the entry.
        void cache.refresh()
        throw error
      })
      corrected.current = field
      expect(moderationVersion)
      await cache.refresh()
    },
    [purveyor, cache, id, version, expect]
  )
}

/** Scrolls the parts of the pane to their start when another entry is opened. */
function useStart(pane: RefObject<HTMLElement | null>, key: string): void {
  const shown = useRef(key)
  useLayoutEffect(() => {
    if (shown.current === key || !pane.current) return
    shown.current = key
    for (const part of pane.current.querySelectorAll('[data-scrolls]')) part.scrollTo(0, 0)
  }, [pane, key])
}

type NewerProps = { text: string; isReading?: boolean; onShow(): void }

/** Says that what is shown has changed in the meantime. */
export function NewerBanner({ text, isReading = false, onShow }: NewerProps) {
  return (
    <Alert color="blue" variant="light" p="sm" role="status" icon={<IconRefreshAlert size={18} />}>
      <Group justify="space-between" gap="xs">
        <Text flex={1} miw={200}>
          {text}
        </Text>
        <Button size="xs" variant="default" loading={isReading} onClick={onShow}>
          {queueTexts.showNewer}
        </Button>
      </Group>
    </Alert>
  )
}
