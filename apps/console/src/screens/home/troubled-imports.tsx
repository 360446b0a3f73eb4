import { Text } from '@mantine/core'
import type { PlatformStatistics } from '@purveyor/client'
import { operatorTexts } from '../../texts/operator.ts'
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
    <HomeSection
      title={operatorTexts.home.importsTitle}
      none={count === 0 && operatorTexts.home.importsEmpty(days)}
    >
      <DataTable
        label={operatorTexts.home.importsTitle}
        rows={newest}
        keyOf={({ id }) => id}
        href={({ vendorId, id }) => `/vendors/${vendorId}/imports?job=${id}`}
        columns={[
          {
            key: 'file',
            label: operatorTexts.home.importFile,
            cell: ({ fileName }) => fileName ?? operatorTexts.home.noFile,
            width: '35%'
          },
          { key: 'vendor', label: operatorTexts.home.vendor, cell: ({ vendorName }) => vendorName },
          {
            key: 'failed',
            label: operatorTexts.home.importFailed,
            cell: ({ status, itemsFailed, itemsTotal }) =>
              status === 'FAILED' && itemsFailed === 0
                ? operatorTexts.home.importStopped
                : operatorTexts.home.failedOf(itemsFailed, itemsTotal)
          },
          { key: 'at', label: operatorTexts.home.importAt, cell: ({ createdAt }) => <Ago time={createdAt} /> }
        ]}
      />
      {count > newest.length && (
        <Text c="dimmed" fz="sm" mt="xs">
          {operatorTexts.home.moreImports(count - newest.length)}
        </Text>
      )}
    </HomeSection>
  )
}
