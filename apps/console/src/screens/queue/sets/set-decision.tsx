import { Alert, Button, Group, Kbd, Loader, Text } from '@mantine/core'
import type { ChangeSet } from '@purveyor/client'
import { IconCheck } from '@tabler/icons-react'
import { t } from '../../../texts/texts.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import classes from '../decision/decision.module.css'
import { onFirstClick } from '../decision/first-click.ts'
import type { Acceptance } from './use-acceptance.ts'

/** The right pane of a change set: what acceptance means, the button that accepts all, and what was left. */
export function SetDecision({ set, acceptance }: { set: ChangeSet; acceptance: Acceptance }) {
  const { mayAccept, isPending, error, start, left } = acceptance
  return (
    <section className={classes.pane} aria-label={t.changeSets.panel}>
      <div className={classes.content}>
        {error && <ErrorAlert error={error} />}
        {left.map((text) => (
          <Alert key={text} color="amber" variant="light" p="sm" mb="sm" role="status">
            {text}
          </Alert>
        ))}
        <Text fz="sm" c="dimmed">
          {t.changeSets.open}
        </Text>
      </div>
      {isPending ? (
        <footer className={classes.footer} aria-live="polite">
          <Group gap="xs">
            <Loader size="xs" />
            <Text fw={600}>{t.changeSets.accepting}</Text>
          </Group>
          <Text fz="sm" c="dimmed">
            {t.changeSets.acceptingText}
          </Text>
        </footer>
      ) : (
        mayAccept && (
          <footer className={classes.footer}>
            <Text fz="sm" c="dimmed">
              {t.changeSets.will}
            </Text>
            <Button
              leftSection={<IconCheck size={16} />}
              rightSection={
                <Kbd size="xs" className={classes.key} aria-hidden>
                  A
                </Kbd>
              }
              aria-keyshortcuts="a"
              onClick={onFirstClick(start)}
            >
              {set.changeCount === 1 ? t.changeSets.acceptOne : t.changeSets.accept(set.changeCount)}
            </Button>
          </footer>
        )
      )}
    </section>
  )
}
