import { Text, Title } from '@mantine/core'
import type { ImportItem, ImportItemPage, ImportJob } from '@purveyor/client'
import { useSignedIn } from '../../../session/session-context.tsx'
import { vendorTexts } from '../../../texts/vendors.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { LoadMore } from '../../../ui/load-more.tsx'
import { sentence } from '../../../ui/sentence.ts'
import { usePages } from '../../../ui/use-pages.ts'
import { faultMessage } from '../fault-message.ts'
import { fieldPath } from '../field-label.ts'
import { importKeys } from '../jobs.ts'

const texts = vendorTexts.imports
const pageSize = 100

/** The rows of an import that failed, with each of their errors. */
export function FailedErrors({ job: { queue_id, items_failed } }: { job: ImportJob }) {
  const list = useFailed(queue_id)
  const rows = list.items.flatMap(({ index, code, errors }) =>
    errors.map((error, position) => ({
      ...error,
      message: sentence(faultMessage(error)),
      key: `${index} ${position}`,
      index,
      sku: code
    }))
  )
  return (
    <section aria-labelledby="failed">
      <Title order={2} fz="md" id="failed">
        {texts.failed(items_failed)}
      </Title>
      <Text c="dimmed" mb="sm">
        {texts.failedIntro}
      </Text>
      {list.error && <ErrorAlert error={list.error} onRetry={() => void list.refetch()} />}
      {!(list.error && rows.length === 0) && (
        <DataTable
          label={texts.failed(items_failed)}
          columns={[
            { key: 'sku', label: texts.sku, cell: ({ sku }) => sku ?? vendorTexts.none },
            { key: 'row', label: texts.row, cell: ({ index }) => formatNumber(index + 1), isNumber: true },
            {
              key: 'field',
              label: texts.field,
              cell: ({ field }) => (field === null ? vendorTexts.none : fieldPath(field))
            },
            { key: 'problem', label: texts.problem, cell: ({ message }) => <bdi>{message}</bdi> }
          ]}
          rows={rows}
          keyOf={({ key }) => key}
          isLoading={list.isPending}
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

function useFailed(id: string) {
  const { purveyor } = useSignedIn()
  return usePages<ImportItemPage, ImportItem & { id: string }>({
    queryKey: importKeys.failed(id),
    read: (cursor, signal) =>
      purveyor.platform.importJobs
        .items(id, { status: 'FAILED', first: pageSize, ...cursor }, { signal })
        .page(),
    itemsOf: ({ items }) => items.map((item) => ({ ...item, id: String(item.index) }))
  })
}
