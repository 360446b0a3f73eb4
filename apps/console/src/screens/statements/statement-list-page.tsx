import type { StatementStatus } from '@purveyor/client'
import { IconReceipt } from '@tabler/icons-react'
import { statementsTexts } from '../../texts/statements.ts'
import { t } from '../../texts/texts.ts'
import { Empty } from '../../ui/empty.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Page } from '../../ui/page.tsx'
import { StateTabs } from '../../ui/state-tabs.tsx'
import { useAddressState } from '../../ui/use-address-state.ts'
import { OpenPeriodCard } from './open-period-card.tsx'
import { StatementTable } from './statement-table.tsx'
import classes from './statements.module.css'
import { useStatements } from './use-statements.ts'

const statuses = ['CLOSED', 'PAID'] as const satisfies StatementStatus[]

/** The open period, and below it the closed statements, newest first. */
export function StatementListPage() {
  const [params] = useAddressState()
  const status = statuses.find((one) => one === params.get('status'))
  const list = useStatements(status)
  const tabs = statuses.map((value) => ({ value, label: statementsTexts.statuses[value], count: null }))
  return (
    <Page title={statementsTexts.title} intro={statementsTexts.intro}>
      <OpenPeriodCard />
      <StateTabs
        label={t.lists.states}
        tabs={[{ value: undefined, label: t.lists.all, count: null }, ...tabs]}
        active={status}
        hrefOf={(value) => (value ? `/statements?status=${value}` : '/statements')}
      />
      <div className={classes.list}>
        {list.error && <ErrorAlert error={list.error} onRetry={() => void list.refetch()} />}
        {list.isSuccess && list.items.length === 0 && <NoStatements status={status} />}
        {(list.isPending || list.items.length > 0) && (
          <StatementTable statements={list.items} isLoading={list.isPending} />
        )}
        <LoadMore
          hasMore={list.hasMore}
          isLoading={list.isFetchingNextPage}
          onMore={() => void list.fetchNextPage()}
        />
      </div>
    </Page>
  )
}

function NoStatements({ status }: { status: StatementStatus | undefined }) {
  const { empty, emptyText, emptyState, statuses } = statementsTexts
  if (status) return <Empty icon={IconReceipt} title={emptyState(statuses[status])} />
  return <Empty icon={IconReceipt} title={empty} text={emptyText} />
}
