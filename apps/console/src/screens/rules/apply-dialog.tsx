import { Alert, Button, Group, Modal, Progress, Skeleton, Stack, Text } from '@mantine/core'
import type { ApprovalRuleApplication } from '@purveyor/client'
import { Link } from 'wouter'
import { t } from '../../texts/texts.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { OutcomeBar } from './outcome-bar.tsx'
import { useApply, useWaiting } from './use-apply.ts'

type Props = { opened: boolean; onClose: () => void; hasActive: boolean }

/** Asks before the rules are applied to what waits, and shows the progress and the result. */
export function ApplyDialog({ opened, onClose, hasActive }: Props) {
  const apply = useApply()
  const isRunning = apply.isPending
  function close() {
    if (isRunning) return
    apply.reset()
    onClose()
  }
  const title = apply.data ? t.rules.apply.done : isRunning ? t.rules.apply.running : t.rules.apply.title
  return (
    <Modal opened={opened} onClose={close} title={title} withCloseButton={!isRunning} size="md">
      {apply.data ? (
        <Result result={apply.data} onClose={close} />
      ) : (
        <Ask apply={apply} hasActive={hasActive} isOpen={opened} onClose={close} />
      )}
    </Modal>
  )
}

type AskProps = {
  apply: ReturnType<typeof useApply>
  hasActive: boolean
  isOpen: boolean
  onClose: () => void
}

function Ask({ apply, hasActive, isOpen, onClose }: AskProps) {
  const isRunning = apply.isPending
  const { data: waiting, error } = useWaiting({ isOpen, isRunning })
  const count = waiting && waiting.products + waiting.revisions
  return (
    <Stack>
      <div>
        {waiting && count !== undefined ? (
          <>
            <Text fw={600} fz="lg" aria-live={isRunning ? 'off' : undefined}>
              {isRunning ? t.rules.apply.stillWaiting(count) : t.rules.apply.waiting(count)}
            </Text>
            <Text c="dimmed">{t.rules.apply.kinds(waiting.products, waiting.revisions)}</Text>
          </>
        ) : (
          !error && <Skeleton height={46} aria-hidden />
        )}
      </div>
      {isRunning ? (
        <Progress value={100} animated aria-label={t.rules.apply.running} />
      ) : (
        <Text>{hasActive ? t.rules.apply.effect : t.rules.apply.noneActive}</Text>
      )}
      {apply.isStopped && <Alert color="amber">{t.rules.apply.stopped}</Alert>}
      {(error ?? apply.error) && <ErrorAlert error={error ?? apply.error} />}
      <Group justify="flex-end" gap="xs">
        {isRunning ? (
          <Button variant="default" onClick={apply.stop}>
            {t.rules.apply.stop}
          </Button>
        ) : (
          <>
            <Button variant="default" onClick={onClose}>
              {t.actions.cancel}
            </Button>
            <Button onClick={() => apply.mutate()} disabled={!count || !hasActive}>
              {t.rules.apply.submit}
            </Button>
          </>
        )}
      </Group>
    </Stack>
  )
}

function Result({ result, onClose }: { result: ApprovalRuleApplication; onClose: () => void }) {
  const { approved, rejected, queued, samples } = result
  return (
    <Stack>
      <OutcomeBar
        shares={[
          { kind: 'approved', label: t.rules.preview.approved, count: approved },
          { kind: 'rejected', label: t.rules.preview.rejected, count: rejected },
          {
            kind: 'queued',
            label: t.rules.apply.queued,
            count: queued,
            detail: samples > 0 ? t.rules.preview.ofWhichSamples(samples) : undefined
          }
        ]}
      />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" component={Link} href="/queue">
          {t.rules.apply.queue}
        </Button>
        <Button onClick={onClose} data-autofocus>
          {t.actions.close}
        </Button>
      </Group>
    </Stack>
  )
}
