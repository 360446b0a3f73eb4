import { Button, Stack, Text, Title } from '@mantine/core'
import type { Adjustment, AdjustmentPage } from '@purveyor/client'
import { IconPlusMinus, IconReceipt } from '@tabler/icons-react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { statementsTexts } from '../../../texts/statements.ts'
import { vendorTexts } from '../../../texts/vendors.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { formatDateTime, formatMoney } from '../../../ui/format.ts'
import { LoadMore } from '../../../ui/load-more.tsx'
import { statementKey } from '../../../ui/statements/statement-key.ts'
import { useVendorStatements } from '../../../ui/statements/use-vendor-statements.ts'
import { VendorStatements } from '../../../ui/statements/vendor-statements.tsx'
import { useAddressState } from '../../../ui/use-address-state.ts'
import { usePages } from '../../../ui/use-pages.ts'
import { AdjustDialog } from './adjust-dialog.tsx'
import type { TabProps } from './vendor-page.tsx'

const texts = vendorTexts.statements
const pageSize = 50

/** The statements of the vendor, and the adjustments of what it is owed. */
export function StatementsTab({ vendor, page }: TabProps) {
  const { canManage } = useSignedIn()
  const [params, change] = useAddressState()
  const list = useVendorStatements({ vendorId: vendor.id })
  const adjust = canManage && (
    <Button
      leftSection={<IconPlusMinus size={16} />}
      onClick={() => change({ adjust: 'true' }, { push: true })}
    >
      {texts.adjust}
    </Button>
  )
  return page(
    <Stack gap="xl">
      <div>
        {list.error && <ErrorAlert error={list.error} onRetry={() => void list.refetch()} />}
        {!(list.error && list.items.length === 0) && (
          <VendorStatements
            statements={list.items}
            isLoading={list.isPending}
            withVendor={false}
            empty={<Empty icon={IconReceipt} title={texts.empty} text={texts.emptyText} />}
          />
        )}
        <LoadMore
          hasMore={list.hasMore}
          isLoading={list.isFetchingNextPage}
          onMore={() => void list.fetchNextPage()}
        />
      </div>
      <Adjustments vendorId={vendor.id} />
      {canManage && params.has('adjust') && (
        <AdjustDialog vendor={vendor} onClose={() => change({ adjust: null })} />
      )}
    </Stack>,
    adjust
  )
}

function Adjustments({ vendorId }: { vendorId: string }) {
  const { purveyor } = useSignedIn()
  const list = usePages<AdjustmentPage, Adjustment>({
    queryKey: [...statementKey, 'adjustments', vendorId],
    read: (cursor, signal) =>
      purveyor.platform.adjustments.list(vendorId, { first: pageSize, ...cursor }, { signal }).page(),
    itemsOf: ({ adjustments }) => adjustments
  })
  return (
    <section aria-labelledby="adjustments">
      <Title order={2} fz="md" id="adjustments">
        {texts.adjustments}
      </Title>
      <Text c="dimmed" mb="sm">
        {texts.adjustmentsIntro}
      </Text>
      {list.error && <ErrorAlert error={list.error} onRetry={() => void list.refetch()} />}
      {!(list.error && list.items.length === 0) && (
        <DataTable
          label={texts.adjustments}
          columns={[
            { key: 'reason', label: texts.reason, cell: ({ reason }) => <bdi>{reason}</bdi> },
            { key: 'recorded', label: texts.recorded, cell: ({ recordedAt }) => formatDateTime(recordedAt) },
            {
              key: 'amount',
              label: statementsTexts.amount,
              cell: ({ amount, currency }) => formatMoney(amount, currency),
              isNumber: true
            }
          ]}
          rows={list.items}
          keyOf={({ id }) => id}
          isLoading={list.isPending}
          empty={<Text c="dimmed">{texts.noAdjustments}</Text>}
        />
      )}
      <LoadMore
        hasMore={list.hasMore}
        isLoading={list.isFetchingNextPage}
        onMore={() => void list.fetchNextPage()}
      />
    </section>
  )
}
