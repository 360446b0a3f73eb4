import { Button, Group, Text, TextInput } from '@mantine/core'
import type { StatementStatus } from '@purveyor/client'
import { IconReceipt, IconTable } from '@tabler/icons-react'
import { statementsTexts } from '../../../texts/statements.ts'
import { t } from '../../../texts/texts.ts'
import { vendorTexts } from '../../../texts/vendors.ts'
import { Empty } from '../../../ui/empty.tsx'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { LoadMore } from '../../../ui/load-more.tsx'
import { Page } from '../../../ui/page.tsx'
import { StateTabs } from '../../../ui/state-tabs.tsx'
import { useVendorStatements } from '../../../ui/statements/use-vendor-statements.ts'
import { VendorStatements } from '../../../ui/statements/vendor-statements.tsx'
import { useAddressState } from '../../../ui/use-address-state.ts'
import { VendorSelect } from '../../../ui/vendor-select.tsx'
import { LinesDialog } from './lines-dialog.tsx'

const texts = vendorTexts.statements

/** What the tabs select. Statements to pay are closed, and have an amount due. */
const views = {
  DUE: { status: 'CLOSED', isDue: true },
  CLOSED: { status: 'CLOSED' },
  PAID: { status: 'PAID' }
} as const satisfies Record<string, { status: StatementStatus; isDue?: boolean }>
type View = keyof typeof views

/** The statements of all vendors, newest first. The filters are in the address. */
export default function AllVendorsPage() {
  const [params, change] = useAddressState()
  const view = (Object.keys(views) as View[]).find((one) => one === params.get('view'))
  const vendorId = params.get('vendorId') ?? undefined
  const period = validDay(params.get('period'))
  const list = useVendorStatements({
    ...(view && views[view]),
    ...(vendorId && { vendorId }),
    ...(period && { period })
  })
  const isFiltered = Boolean(view || vendorId || period)
  const hrefOf = (value: string | undefined) => {
    const next = new URLSearchParams({
      ...(value && { view: value }),
      ...(vendorId && { vendorId }),
      ...(period && { period })
    }).toString()
    return next ? `/statements?${next}` : '/statements'
  }
  const lines = (
    <Button
      variant="default"
      leftSection={<IconTable size={16} />}
      onClick={() => change({ lines: 'true' }, { push: true })}
    >
      {texts.linesOf}
    </Button>
  )
  return (
    <Page title={texts.title} intro={texts.intro} actions={lines}>
      <StateTabs
        label={t.lists.states}
        tabs={[
          { value: undefined, label: t.lists.all, count: null },
          { value: 'DUE', label: texts.unpaid, count: null },
          { value: 'CLOSED', label: statementsTexts.statuses.CLOSED, count: null },
          { value: 'PAID', label: statementsTexts.statuses.PAID, count: null }
        ]}
        active={view}
        hrefOf={hrefOf}
      />
      <Group my="sm" gap="sm" role="search" aria-label={texts.title}>
        <VendorSelect
          aria-label={vendorTexts.vendor}
          placeholder={texts.anyVendor}
          value={vendorId ?? null}
          onChange={(id) => change({ vendorId: id })}
          clearButtonProps={{ 'aria-label': t.actions.clear }}
          w={{ base: '100%', xs: 240 }}
        />
        <Group gap={8} wrap="nowrap">
          <Text component="label" htmlFor="period" c="dimmed" fz="sm">
            {texts.day}
          </Text>
          <TextInput
            id="period"
            type="date"
            value={period ?? ''}
            onChange={(event) => change({ period: event.currentTarget.value })}
          />
        </Group>
      </Group>
      {list.error && <ErrorAlert error={list.error} onRetry={() => void list.refetch()} />}
      {!(list.error && list.items.length === 0) && (
        <VendorStatements
          statements={list.items}
          isLoading={list.isPending}
          withVendor
          empty={
            isFiltered ? (
              <Empty icon={IconReceipt} title={texts.noMatch}>
                <Button
                  variant="default"
                  onClick={() => change({ view: null, vendorId: null, period: null })}
                >
                  {t.actions.clearFilters}
                </Button>
              </Empty>
            ) : (
              <Empty icon={IconReceipt} title={texts.empty} text={texts.emptyText} />
            )
          }
        />
      )}
      <LoadMore
        hasMore={list.hasMore}
        isLoading={list.isFetchingNextPage}
        onMore={() => void list.fetchNextPage()}
      />
      {params.has('lines') && (
        <LinesDialog
          vendorId={vendorId}
          day={period ?? list.items[0]?.firstDay}
          onClose={() => change({ lines: null })}
        />
      )}
    </Page>
  )
}

function validDay(text: string | null): string | undefined {
  return text && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined
}
