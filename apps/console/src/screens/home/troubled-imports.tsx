import { Text } from '@mantine/core'
import type { PlatformStatistics } from '@purveyor/client'
import { t } from '../../texts/texts.ts'
import { Ago } from '../../ui/ago.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { HomeSection } from './home-section.tsx'

/** The imports that have failed, or of which many items have failed. */
export function TroubledImports({
  imports: { count, newest },
  days
}: {
  imports: PlatformStatistics['imports']
  days: number
}) {
  return (
    <HomeSection title={t.home.importsTitle} none={count === 0 && t.home.importsEmpty(days)}>
      <DataTable
        label={t.home.importsTitle}
        rows={newest}
        keyOf={({ id }) => id}
        href={({ vendorId, id }) => `/vendors/${vendorId}/imports?job=${id}`}
        columns={[
          {
            key: 'file',
            label: t.home.importFile,
            cell: ({ fileName }) => fileName ?? t.home.noFile,
            width: '35%'
          },
          { key: 'vendor', label: t.home.vendor, cell: ({ vendorName }) => vendorName },
          {
            key: 'failed',
            label: t.home.importFailed,
            cell: ({ status, itemsFailed, itemsTotal }) =>
              status === 'FAILED' && itemsFailed === 0
                ? t.home.importStopped
                : t.home.failedOf(itemsFailed, itemsTotal)
          },
          { key: 'at', label: t.home.importAt, cell: ({ createdAt }) => <Ago time={createdAt} /> }
        ]}
      />
      {count > newest.length && (
        <Text c="dimmed" fz="sm" mt="xs">
          {t.home.moreImports(count - newest.length)}
        </Text>
      )}
    </HomeSection>
  )
}
