import { Button, Paper, Skeleton, Text } from '@mantine/core'
import type { Webhook } from '@purveyor/client'
import {
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlus,
  IconTrash,
  IconWebhook
} from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useSignedIn } from '../../../session/session-context.tsx'
import { t } from '../../../texts/texts.ts'
import { webhookTexts as texts } from '../../../texts/webhooks.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { Page } from '../../../ui/page.tsx'
import { RowMenu } from '../../../ui/row-menu.tsx'
import { DeleteDialog } from '../dialogs/delete-dialog.tsx'
import { PauseDialog } from '../dialogs/pause-dialog.tsx'
import { useSetActive } from '../dialogs/use-set-active.ts'
import { StateBadge } from '../state-badge.tsx'
import { useWebhookStatus, useWebhooks } from '../use-webhooks.ts'
import { describeTypes, formatMoment, nameOf } from '../webhook-texts.ts'
import { Address, Lag } from './cells.tsx'
import { SideTabs } from './side-tabs.tsx'

const maxWebhooks = 10

/** The webhooks of this side, with their states. */
export function ListPage() {
  const { side } = useSignedIn()
  const { data, error, refetch } = useWebhooks()
  const isFull = (data?.length ?? 0) >= maxWebhooks
  const icon = <IconPlus size={16} />
  const create = isFull ? (
    <Button disabled leftSection={icon}>
      {texts.new}
    </Button>
  ) : (
    <Button component={Link} href="/webhooks/new" leftSection={icon}>
      {texts.new}
    </Button>
  )
  const title = side === 'platform' ? texts.tabsAs.own : texts.title
  return (
    <Page title={title} intro={texts.intro} actions={create}>
      <SideTabs active="own" />
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton h={240} radius="md" />}
      {data?.length === 0 && (
        <Paper withBorder>
          <Empty icon={IconWebhook} title={texts.empty} text={texts.emptyText} />
        </Paper>
      )}
      {data && data.length > 0 && <WebhookTable webhooks={data} />}
      {isFull && (
        <Text c="dimmed" mt="sm">
          {texts.full}
        </Text>
      )}
    </Page>
  )
}

function WebhookTable({ webhooks }: { webhooks: readonly Webhook[] }) {
  const [, navigate] = useLocation()
  const [deleting, setDeleting] = useState<Webhook>()
  const [pausing, setPausing] = useState<Webhook>()
  const start = useSetActive(true)
  const actions = (webhook: Webhook) => (
    <RowMenu
      label={texts.actions(nameOf(webhook))}
      actions={[
        { label: texts.edit, icon: IconPencil, onClick: () => navigate(`/webhooks/${webhook.id}/edit`) },
        ...(webhook.isActive
          ? [{ label: texts.pause, icon: IconPlayerPause, onClick: () => setPausing(webhook) }]
          : webhook.stoppedBy === 'OPERATOR'
            ? []
            : [{ label: texts.start, icon: IconPlayerPlay, onClick: () => start.mutate(webhook.id) }]),
        { label: t.actions.delete, icon: IconTrash, isDangerous: true, onClick: () => setDeleting(webhook) }
      ]}
    />
  )
  return (
    <>
      <DataTable
        label={texts.title}
        rows={webhooks}
        keyOf={({ id }) => id}
        columns={[
          {
            key: 'address',
            label: texts.address,
            cell: (webhook) => <Address {...webhook} href={`/webhooks/${webhook.id}`} />
          },
          { key: 'events', label: texts.events, cell: describeTypes },
          { key: 'state', label: texts.state, cell: (webhook) => <State webhook={webhook} /> },
          { key: 'lag', label: texts.lag, cell: ({ id }) => <LagOf id={id} /> }
        ]}
        actions={actions}
      />
      <DeleteDialog webhook={deleting} onClose={() => setDeleting(undefined)} />
      <PauseDialog webhook={pausing} onClose={() => setPausing(undefined)} />
    </>
  )
}

function State({ webhook }: { webhook: Webhook }) {
  return (
    <>
      <StateBadge {...webhook} />
      {webhook.failingSince && !webhook.stoppedBy && (
        <Text c="dimmed" fz="sm">
          {texts.since(formatMoment(webhook.failingSince))}
        </Text>
      )}
    </>
  )
}

function LagOf({ id }: { id: string }) {
  const { data } = useWebhookStatus(id)
  return data ? <Lag {...data} /> : null
}
