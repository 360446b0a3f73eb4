import { Alert, Button, Group, Kbd, Loader, Text } from '@mantine/core'
import type { ChangeSet } from '@purveyor/client'
import { IconCheck } from '@tabler/icons-react'
import { t } from '../../../texts/texts.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import decisionClasses from '../decision/decision.module.css'
import { onFirstClick } from '../decision/first-click.ts'
import classes from './set-pane.module.css'
import type { Acceptance } from './use-acceptance.ts'

/** Below a change set: what acceptance means, the button that accepts all, and what was left. */
export function SetDecision({ set, acceptance }: { set: ChangeSet; acceptance: Acceptance }) {
  const { mayAccept, isPending, error, start, left } = acceptance
  return (
    <section className={classes.decision} aria-label={t.changeSets.panel}>
      {error && (
        <div className={classes.left}>
          <ErrorAlert error={error} />
        </div>
      )}
      {left.map((text) => (
        <Alert key={text} className={classes.left} color="amber" variant="light" p="xs" role="status">
          {text}
        </Alert>
      ))}
      {isPending ? (
        <div aria-live="polite">
          <Group gap="xs">
            <Loader size="xs" />
            <Text fw={600}>{t.changeSets.accepting}</Text>
          </Group>
          <Text fz="sm" c="dimmed">
            {t.changeSets.acceptingText}
          </Text>
        </div>
      ) : (
        <>
          <Text fz="sm" c="dimmed" className={classes.meaning}>
            {mayAccept ? `${t.changeSets.will} ${t.changeSets.open}` : t.changeSets.watching}
          </Text>
          {mayAccept && (
            <Button
              leftSection={<IconCheck size={16} />}
              rightSection={
                <Kbd size="xs" className={decisionClasses.key} aria-hidden>
                  A
                </Kbd>
              }
              aria-keyshortcuts="a"
              onClick={onFirstClick(start)}
            >
              {set.changeCount === 1 ? t.changeSets.acceptOne : t.changeSets.accept(set.changeCount)}
            </Button>
          )}
        </>
      )}
    </section>
  )
}
