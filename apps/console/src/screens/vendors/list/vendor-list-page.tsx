import { Button, Group, Select, Text } from '@mantine/core'
import type { VendorSort, VendorTrust } from '@purveyor/client'
import { IconBuildingStore, IconListSearch, IconPlus } from '@tabler/icons-react'
import { Link } from 'wouter'
import { useSignedIn } from '../../../session/session-context.tsx'
import { t } from '../../../texts/texts.ts'
import { vendorTexts as texts } from '../../../texts/vendors.ts'
import { Empty } from '../../../ui/empty.tsx'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { LoadMore } from '../../../ui/load-more.tsx'
import { Page } from '../../../ui/page.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'
import { useAddressState } from '../../../ui/use-address-state.ts'
import { useVendorList } from '../use-vendor-list.ts'
import { VendorTable, vendorSorts } from './vendor-table.tsx'

const trusts = ['NEW', 'STANDARD', 'TRUSTED'] as const satisfies VendorTrust[]
const states = ['true', 'false'] as const

/** All vendors with their figures. The filters and the order are in the address. */
export function VendorListPage() {
  const { canWrite } = useSignedIn()
  const [params, change] = useAddressState()
  const state = states.find((one) => one === params.get('isActive'))
  const trust = trusts.find((one) => one === params.get('trust'))
  const sort = vendorSorts.find((one) => one === params.get('sort'))
  const search = params.get('q') ?? ''
  const isActive = state && state === 'true'
  const list = useVendorList({ search, isActive, trust, sort })
  const isFiltered = Boolean(search || state || trust)
  return (
    <Page title={texts.title} intro={texts.intro} actions={canWrite && <NewVendor />}>
      <Group mb="sm" gap="sm" role="search" aria-label={texts.title}>
        <SearchInput label={texts.search} />
        <Choice
          label={texts.state}
          placeholder={texts.anyState}
          data={states.map((value) => ({ value, label: texts.states[value] }))}
          value={state}
          onChange={(value) => change({ isActive: value })}
        />
        <Choice
          label={texts.trust}
          placeholder={texts.anyTrust}
          data={trusts.map((value) => ({ value, label: texts.trusts[value] }))}
          value={trust}
          onChange={(value) => change({ trust: value })}
        />
        <Text c="dimmed" fz="sm" role="status" ml={{ sm: 'auto' }}>
          {list.total !== undefined && texts.count(list.total)}
        </Text>
      </Group>
      {list.error && <ErrorAlert error={list.error} onRetry={() => void list.refetch()} />}
      {!(list.error && list.items.length === 0) && (
        <VendorTable
          vendors={list.items}
          sort={sort}
          onSort={(value: VendorSort) => change({ sort: value })}
          isLoading={list.isPending}
          isRefreshing={list.isRefreshing}
          empty={
            isFiltered ? (
              <Empty icon={IconListSearch} title={texts.noMatch} text={texts.noMatchText}>
                <Button variant="default" onClick={() => change({ q: null, isActive: null, trust: null })}>
                  {t.actions.clearFilters}
                </Button>
              </Empty>
            ) : (
              <Empty icon={IconBuildingStore} title={texts.empty} text={texts.emptyText} />
            )
          }
        />
      )}
      <LoadMore
        hasMore={list.hasMore}
        isLoading={list.isFetchingNextPage}
        onMore={() => void list.fetchNextPage()}
      />
    </Page>
  )
}

function NewVendor() {
  return (
    <Button component={Link} href="/vendors/new" leftSection={<IconPlus size={16} />}>
      {texts.create.button}
    </Button>
  )
}

type ChoiceProps = {
  label: string
  placeholder: string
  data: { value: string; label: string }[]
  value: string | undefined
  onChange: (value: string | null) => void
}

function Choice({ label, value, ...props }: ChoiceProps) {
  return (
    <Select
      {...props}
      aria-label={label}
      value={value ?? null}
      clearable
      clearButtonProps={{ 'aria-label': t.actions.clear }}
      flex="1 1 130px"
      maw={170}
    />
  )
}
