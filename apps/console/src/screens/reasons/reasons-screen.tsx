import { Button } from '@mantine/core'
import type { ReasonTemplate } from '@purveyor/client'
import { IconMessage2, IconMessageOff, IconPlus } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useSignedIn } from '../../session/session-context.tsx'
import { reasonsTexts } from '../../texts/reasons.ts'
import { t } from '../../texts/texts.ts'
import { Empty } from '../../ui/empty.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { Page } from '../../ui/page.tsx'
import { useAddressState } from '../../ui/use-address-state.ts'
import { DeleteReason } from './delete-reason.tsx'
import { ReasonDrawer } from './reason-drawer.tsx'
import { ReasonFilters } from './reason-filters.tsx'
import { ReasonTable } from './reason-table.tsx'
import { useFilteredReasons } from './use-filtered-reasons.ts'

/** The templates of reasons: a list, and a drawer in which one is created or edited. */
export default function ReasonsScreen() {
  const { canWrite } = useSignedIn()
  const [, change] = useAddressState()
  const [deleting, setDeleting] = useState<ReasonTemplate>()
  const search = useRef<HTMLInputElement>(null)
  const list = useFilteredReasons()
  const open = (id: string) => change({ edit: id, new: null }, { push: true })
  const create = canWrite && (
    <Button
      leftSection={<IconPlus size={16} />}
      onClick={() => change({ new: 'true', edit: null }, { push: true })}
    >
      {reasonsTexts.new}
    </Button>
  )
  return (
    <Page title={reasonsTexts.title} intro={reasonsTexts.intro} actions={create}>
      {list.error && <ErrorAlert error={list.error} onRetry={() => void list.refetch()} />}
      {list.all?.length === 0 && (
        <Empty
          icon={IconMessage2}
          title={reasonsTexts.empty}
          text={canWrite ? reasonsTexts.emptyText : reasonsTexts.emptyViewer}
        >
          {create}
        </Empty>
      )}
      {(list.all ? list.all.length > 0 : list.isPending) && (
        <>
          <ReasonFilters searchRef={search} count={list.shown.length} total={list.all?.length ?? 0} />
          {list.shown.length === 0 && !list.isPending ? (
            <Empty icon={IconMessageOff} title={reasonsTexts.noMatch} text={reasonsTexts.noMatchText}>
              <Button variant="default" onClick={() => change({ q: null, field: null })}>
                {t.actions.clearFilters}
              </Button>
            </Empty>
          ) : (
            <ReasonTable
              templates={list.shown}
              isLoading={list.isPending}
              uses={list.uses}
              onOpen={open}
              onDelete={setDeleting}
            />
          )}
        </>
      )}
      <ReasonDrawer all={list.all ?? []} onDelete={setDeleting} />
      <DeleteReason
        template={deleting}
        use={deleting && list.uses(deleting.code)}
        onClose={() => setDeleting(undefined)}
        onDeleted={() => search.current?.focus()}
      />
    </Page>
  )
}
