import { Button, Group, Skeleton } from '@mantine/core'
import { BadRequest, NotFound, type Webhook } from '@purveyor/client'
import {
  IconHistory,
  IconKey,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconSend,
  IconTrash
} from '@tabler/icons-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { t } from '../../../texts/texts.ts'
import { webhookTexts as texts } from '../../../texts/webhooks.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { Page } from '../../../ui/page.tsx'
import { RowMenu } from '../../../ui/row-menu.tsx'
import { DeleteDialog } from '../dialogs/delete-dialog.tsx'
import { PauseDialog } from '../dialogs/pause-dialog.tsx'
import { ReplayDialog } from '../dialogs/replay-dialog.tsx'
import { RotateDialog } from '../dialogs/rotate-dialog.tsx'
import { SecretDialog } from '../dialogs/secret-dialog.tsx'
import { TestDialog } from '../dialogs/test-dialog.tsx'
import { useSetActive } from '../dialogs/use-set-active.ts'
import { Missing } from '../missing.tsx'
import { StateBadge } from '../state-badge.tsx'
import { useWebhook, useWebhookStatus } from '../use-webhooks.ts'
import { nameOf } from '../webhook-texts.ts'
import { AttemptsPanel } from './attempts-panel.tsx'
import { FailuresPanel } from './failures-panel.tsx'
import { SetAsidePanel } from './set-aside-panel.tsx'
import { SettingsPanel } from './settings-panel.tsx'
import { StatePanel } from './state-panel.tsx'
import classes from './webhook-page.module.css'

type Dialog = { kind: 'test' | 'rotate' | 'pause' | 'delete' } | { kind: 'replay'; eventId?: string }

/** One webhook: how its deliveries proceed, what has failed, and what can be done. */
export function WebhookPage({ id }: { id: string }) {
  const { data, error, refetch } = useWebhook(id)
  if (error instanceof NotFound || error instanceof BadRequest) return <Missing />
  if (data) return <LoadedWebhook webhook={data} />
  return (
    <Page title={texts.title} intro={<BackLink href="/webhooks">{texts.back}</BackLink>}>
      {error ? <ErrorAlert error={error} onRetry={() => void refetch()} /> : <Skeleton h={420} radius="md" />}
    </Page>
  )
}

function LoadedWebhook({ webhook }: { webhook: Webhook }) {
  const { data: status, error, refetch } = useWebhookStatus(webhook.id)
  const [dialog, setDialog] = useState<Dialog>()
  const [secret, setSecret] = useState<string>()
  const [, navigate] = useLocation()
  const close = () => setDialog(undefined)
  const replay = (eventId?: string) => setDialog({ kind: 'replay', ...(eventId && { eventId }) })
  const openedFor = (kind: Dialog['kind']) => (dialog?.kind === kind ? webhook : undefined)
  return (
    <Page
      title={nameOf(webhook)}
      intro={
        <Group component="span" gap="sm" display="inline-flex">
          <BackLink href="/webhooks">{texts.back}</BackLink>
          <StateBadge {...webhook} />
        </Group>
      }
      actions={<Actions webhook={webhook} onOpen={setDialog} />}
    >
      {error && !status && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      <div className={classes.columns}>
        <div className={classes.column}>
          <StatePanel webhook={webhook} status={status} />
          <AttemptsPanel attempts={status?.attempts} />
          {status && status.setAsideCount > 0 && (
            <SetAsidePanel webhook={webhook} count={status.setAsideCount} />
          )}
          <FailuresPanel webhook={webhook} onReplay={replay} />
        </div>
        <SettingsPanel webhook={webhook} onRotate={() => setDialog({ kind: 'rotate' })} />
      </div>
      {dialog?.kind === 'test' && <TestDialog webhook={webhook} onClose={close} />}
      {dialog?.kind === 'replay' && (
        <ReplayDialog webhook={webhook} status={status} eventId={dialog.eventId} onClose={close} />
      )}
      {dialog?.kind === 'rotate' && (
        <RotateDialog
          webhook={webhook}
          onClose={close}
          onRotated={(rotated) => {
            close()
            setSecret(rotated)
          }}
        />
      )}
      <PauseDialog webhook={openedFor('pause')} onClose={close} />
      <DeleteDialog
        webhook={openedFor('delete')}
        onClose={close}
        onDeleted={() => navigate('/webhooks', { replace: true })}
      />
      {secret && <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
    </Page>
  )
}

function Actions({ webhook, onOpen }: { webhook: Webhook; onOpen: (dialog: Dialog) => void }) {
  const start = useSetActive(true)
  const [, navigate] = useLocation()
  const canStart = !webhook.isActive && webhook.stoppedBy !== 'OPERATOR'
  const replay = { label: texts.replay, icon: IconHistory, onClick: () => onOpen({ kind: 'replay' }) }
  return (
    <>
      {canStart && (
        <Button
          leftSection={<IconPlayerPlay size={16} />}
          loading={start.isPending}
          onClick={() => start.mutate(webhook.id)}
        >
          {texts.start}
        </Button>
      )}
      <Button variant="default" leftSection={<IconSend size={16} />} onClick={() => onOpen({ kind: 'test' })}>
        {texts.test}
      </Button>
      <Button
        variant="default"
        leftSection={<IconPencil size={16} />}
        onClick={() => navigate(`/webhooks/${webhook.id}/edit`)}
      >
        {texts.edit}
      </Button>
      <RowMenu
        label={texts.actions(nameOf(webhook))}
        actions={[
          replay,
          { label: texts.rotate, icon: IconKey, onClick: () => onOpen({ kind: 'rotate' }) },
          ...(webhook.isActive
            ? [{ label: texts.pause, icon: IconPlayerPause, onClick: () => onOpen({ kind: 'pause' }) }]
            : []),
          {
            label: t.actions.delete,
            icon: IconTrash,
            isDangerous: true,
            onClick: () => onOpen({ kind: 'delete' })
          }
        ]}
      />
    </>
  )
}
