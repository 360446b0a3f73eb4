import { Button, Group, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { importsTexts } from '../../../texts/import.ts'
import { Figures } from '../figures.tsx'
import type { Draft, Outcome } from './import-draft.ts'
import classes from './new-import.module.css'
import { Section } from './section.tsx'
import { ShowProblems } from './show-problems.tsx'

/** What a dry run would have done, or what an update has done. */
export function OutcomePanel({ draft, outcome }: { draft: Draft; outcome: Outcome }) {
  const texts = importsTexts.outcome
  const panel = useRef<HTMLDivElement>(null)
  // The button that was pressed can be far below.
  useEffect(() => {
    panel.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const title = !outcome.isDryRun ? texts.done : outcome.isOutdated ? texts.dryRunOutdated : texts.dryRun
  return (
    <div ref={panel} className={classes.outcome}>
      <Section title={title} intro={outcome.isDryRun ? texts.nothing : undefined}>
        <div role="status">
          <Figures figures={figuresOf(outcome, draft.mode === 'update')} />
          {outcome.failed > 0 && (
            <Group mt="sm" gap="xs">
              <Text c="dimmed">{texts.fixBelow}</Text>
              <ShowProblems />
            </Group>
          )}
        </div>
      </Section>
    </div>
  )
}

/** The result of an update of which nothing is left. */
export function DonePanel({ outcome, onAnother }: { outcome: Outcome; onAnother: () => void }) {
  return (
    <Section title={importsTexts.outcome.done}>
      <div role="status">
        <Figures figures={figuresOf(outcome, true)} />
      </div>
      <Group>
        <Button onClick={onAnother}>{importsTexts.outcome.another}</Button>
      </Group>
    </Section>
  )
}

function figuresOf({ created, updated, skipped, failed, warnings = 0 }: Outcome, isUpdate: boolean) {
  const texts = importsTexts.outcome
  return [
    ...(isUpdate ? [] : [{ label: texts.created, count: created }]),
    { label: texts.updated, count: updated },
    { label: isUpdate ? texts.unchanged : texts.skipped, count: skipped },
    { label: texts.failed, count: failed, isBad: true },
    ...(warnings > 0 ? [{ label: texts.warnings, count: warnings }] : [])
  ]
}
