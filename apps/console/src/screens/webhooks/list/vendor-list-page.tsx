import { Group, Paper, Select, Skeleton, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { VendorWebhook, WebhookState } from '@purveyor/client'
import { IconPlayerPlay, IconPlayerStop, IconWebhook } from '@tabler/icons-react'
import { useState } from 'react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { t } from '../../../texts/texts.ts'
import { webhookTexts as texts } from '../../../texts/webhooks.ts'
import { Ago } from '../../../ui/ago.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { LoadMore } from '../../../ui/load-more.tsx'
import { notifyError } from '../../../ui/notify-error.ts'
import { Page } from '../../../ui/page.tsx'
import { RowMenu } from '../../../ui/row-menu.tsx'
import { useAddressState } from '../../../ui/use-address-state.ts'
import { useMutation } from '../../../ui/use-mutation.ts'
import { VendorSelect } from '../../../ui/vendor-select.tsx'
import { StopDialog } from '../dialogs/stop-dialog.tsx'
import { StateBadge } from '../state-badge.tsx'
import { useRefreshWebhooks, useVendorWebhooks } from '../use-webhooks.ts'
import { describeFailure, formatMoment, nameOf } from '../webhook-texts.ts'
import { Address, Lag } from './cells.tsx'
import { SideTabs } from './side-tabs.tsx'

const states: readonly WebhookState[] = ['FAILING', 'STOPPED', 'HEALTHY']

/** The webhooks of all vendors, for the operator. */
export function VendorListPage() {
  const [params, change] = useAddressState()
  const state = states.find((one) => one === params.get('state'))
  const vendorId = params.get('vendorId') ?? undefined
  const list = useVendorWebhooks({ vendorId, state })
  return (
    <Page title={texts.tabsAs.vendors} intro={texts.vendorsIntro}>
      <SideTabs active="vendors" />
      <Group mb="md" gap="sm">
        <Select
          aria-label={texts.state}
          placeholder={texts.anyState}
          data={states.map((value) => ({ value, label: texts.states[value] }))}
          value={state ?? null}
          onChange={(value) => change({ state: value })}
          clearable
          clearButtonProps={{ 'aria-label': t.actions.clear }}
          w={{ base: '100%', xs: 180 }}
        />
        <VendorSelect
          aria-label={texts.vendor}
          placeholder={texts.anyVendor}
          value={vendorId ?? null}
          onChange={(id) => change({ vendorId: id })}
          w={{ base: '100%', xs: 220 }}
        />
      </Group>
      {list.error && <ErrorAlert error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <Skeleton h={240} radius="md" />}
      {list.isSuccess && list.items.length === 0 && (
        <Paper withBorder>
          {state || vendorId ? (
            <Empty icon={IconWebhook} title={texts.vendorsNoMatch} />
          ) : (
            <Empty icon={IconWebhook} title={texts.vendorsEmpty} text={texts.vendorsEmptyText} />
          )}
        </Paper>
      )}
      {list.items.length > 0 && <VendorTable webhooks={list.items} />}
      <LoadMore
        hasMore={list.hasMore}
        isLoading={list.isFetchingNextPage}
        onMore={() => void list.fetchNextPage()}
      />
    </Page>
  )
}

function VendorTable({ webhooks }: { webhooks: readonly VendorWebhook[] }) {
  const [stopping, setStopping] = useState<VendorWebhook>()
  const start = useStart()
  return (
    <>
      <DataTable
        label={texts.tabsAs.vendors}
        rows={webhooks}
        keyOf={({ id }) => id}
        columns={[
          { key: 'address', label: texts.address, cell: (webhook) => <Address {...webhook} /> },
          { key: 'vendor', label: texts.vendor, cell: ({ vendorName }) => vendorName },
          { key: 'state', label: texts.state, cell: State },
          { key: 'lag', label: texts.lag, cell: Lag },
          { key: 'lastFailureOf', label: texts.lastFailureOf, cell: LastFailure }
        ]}
        actions={(webhook) => (
          <RowMenu
            label={texts.actions(nameOf(webhook))}
            actions={[
              ...(webhook.stoppedBy === null
                ? [
                    {
                      label: texts.stop,
                      icon: IconPlayerStop,
                      isDangerous: true,
                      onClick: () => setStopping(webhook)
                    }
                  ]
                : []),
              ...(webhook.stoppedBy === 'OPERATOR' || webhook.stoppedBy === 'RECEIVER'
                ? [{ label: texts.start, icon: IconPlayerPlay, onClick: () => start.mutate(webhook.id) }]
                : [])
            ]}
          />
        )}
      />
      {stopping && <StopDialog key={stopping.id} webhook={stopping} onClose={() => setStopping(undefined)} />}
    </>
  )
}

function useStart() {
  const { purveyor } = useSignedIn()
  const refresh = useRefreshWebhooks()
  return useMutation({
    mutationFn: (id: string) => purveyor.platform.vendorWebhooks.start(id),
    onSuccess: () => notifications.show({ message: texts.startedNow, color: 'green' }),
    onError: notifyError,
    onSettled: refresh
  })
}

function State({ state, stoppedBy, stopReason, failingSince }: VendorWebhook) {
  return (
    <>
      <StateBadge state={state} stoppedBy={stoppedBy} />
      <Text c="dimmed" fz="sm">
        {stoppedBy ? texts.stoppedBy[stoppedBy] : failingSince && texts.since(formatMoment(failingSince))}
      </Text>
      {stopReason && (
        <Text c="dimmed" fz="sm" lineClamp={2}>
          {stopReason}
        </Text>
      )}
    </>
  )
}

function LastFailure({ lastFailure }: VendorWebhook) {
  if (!lastFailure)
    return (
      <Text c="dimmed" inherit>
        {texts.none}
      </Text>
    )
  return (
    <>
      {describeFailure(lastFailure)}
      <Text c="dimmed" fz="sm">
        <Ago time={lastFailure.at} />
      </Text>
    </>
  )
}
