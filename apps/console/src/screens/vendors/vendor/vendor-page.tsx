import { Group, Skeleton } from '@mantine/core'
import { BadRequest, type Vendor } from '@purveyor/client'
import { IconBuildingStore } from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { vendorTexts as texts } from '../../../texts/vendors.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { NotFound } from '../../../ui/not-found.tsx'
import { Page } from '../../../ui/page.tsx'
import { StateTabs } from '../../../ui/state-tabs.tsx'
import { useVendor } from '../../../ui/use-vendors.ts'
import { TermsTab } from '../terms/terms-tab.tsx'
import { StateBadge, TrustBadge } from '../vendor-badges.tsx'
import classes from '../vendors.module.css'
import { HistoryTab } from './history-tab.tsx'
import { ImportsTab } from './imports-tab.tsx'
import { OrdersTab } from './orders-tab.tsx'
import { OverviewTab } from './overview-tab.tsx'
import { ProductsTab } from './products-tab.tsx'
import { StatementsTab } from './statements-tab.tsx'
import { TeamTab } from './team-tab.tsx'

/** What a tab gets: the vendor, and a function that renders the page around it, with the tab's main button. */
export type TabProps = { vendor: Vendor; page: (content: ReactNode, actions?: ReactNode) => ReactNode }

const tabs = {
  overview: OverviewTab,
  products: ProductsTab,
  orders: OrdersTab,
  imports: ImportsTab,
  statements: StatementsTab,
  team: TeamTab,
  terms: TermsTab,
  history: HistoryTab
} satisfies Record<string, ComponentType<TabProps>>
type Tab = keyof typeof tabs

function isTab(name: string): name is Tab {
  return Object.hasOwn(tabs, name)
}

/** One vendor: its tabs, of which each has an address. */
export function VendorPage({ id, tab = 'overview' }: { id: string; tab: string | undefined }) {
  const { data: vendor, error, refetch } = useVendor(id)
  const { canManage } = useSignedIn()
  // An id that isn't a UUID is a bad request.
  if (vendor === null || error instanceof BadRequest) return <Missing />
  if (!isTab(tab) || (tab === 'team' && !canManage)) return <NotFound home={`/vendors/${id}`} />
  if (!vendor)
    return (
      <Page title={texts.vendor} intro={<BackLink href="/vendors">{texts.back}</BackLink>}>
        {error ? (
          <ErrorAlert error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton h={420} radius="md" aria-busy />
        )}
      </Page>
    )
  const Content = tabs[tab]
  return (
    <Content
      vendor={vendor}
      page={(content, actions) => (
        <Frame vendor={vendor} tab={tab} actions={actions}>
          {content}
        </Frame>
      )}
    />
  )
}

type FrameProps = { vendor: Vendor; tab: Tab; actions: ReactNode; children: ReactNode }

function Frame({ vendor: { id, name, isActive, trust }, tab, actions, children }: FrameProps) {
  const { canManage } = useSignedIn()
  const shown = Object.keys(tabs).filter((one) => isTab(one) && (one !== 'team' || canManage)) as Tab[]
  return (
    <Page
      title={name}
      intro={
        <Group component="span" gap="sm" display="inline-flex">
          <BackLink href="/vendors">{texts.back}</BackLink>
          <StateBadge isActive={isActive} />
          <TrustBadge trust={trust} />
        </Group>
      }
      actions={actions}
    >
      <div className={classes.tabs}>
        <StateTabs
          label={texts.tabs.label}
          tabs={shown.map((value) => ({
            value: value === 'overview' ? undefined : value,
            label: texts.tabs[value],
            count: null
          }))}
          active={tab === 'overview' ? undefined : tab}
          hrefOf={(value) => (value ? `/vendors/${id}/${value}` : `/vendors/${id}`)}
        />
      </div>
      {children}
    </Page>
  )
}

function Missing() {
  return (
    <Page title={texts.title}>
      <Empty icon={IconBuildingStore} title={texts.gone} text={texts.goneText}>
        <BackLink href="/vendors">{texts.back}</BackLink>
      </Empty>
    </Page>
  )
}
