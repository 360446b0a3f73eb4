import { ScrollArea, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { ImportJob } from '@purveyor/client'
import { useQuery } from '@tanstack/react-query'
import { useSignedIn } from '../../../session/session-context.tsx'
import { importsTexts } from '../../../texts/import.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { sentence } from '../../../ui/sentence.ts'
import { fieldPath } from '../field-label.ts'
import { importKeys } from '../jobs.ts'

/** The number of products with warnings that are read. */
const maxRead = 100

/** The values of an import that were accepted, but may be wrong, such as UPCs. */
export function WarningsSection({ job }: { job: ImportJob }) {
  const { data: rows, error, refetch } = useWarnings(job.queue_id)
  const { warnings: texts, fields } = importsTexts
  return (
    <Stack gap="sm">
      <div>
        <Title order={2} fz="lg">
          {texts.title(job.items_with_warnings)}
        </Title>
        <Text c="dimmed">{job.dry_run ? texts.introDryRun : texts.intro}</Text>
      </div>
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!rows && !error && <Skeleton height={120} aria-hidden />}
      {rows && job.items_with_warnings > maxRead && <Text fz="sm">{texts.shown(maxRead)}</Text>}
      {rows && (
        <ScrollArea.Autosize mah={420} viewportProps={{ tabIndex: 0 }}>
          <DataTable
            label={texts.label}
            columns={[
              {
                key: 'sku',
                label: fields.sku ?? '',
                cell: ({ sku }) => (
                  <Text inherit fw={600}>
                    {sku ?? '–'}
                  </Text>
                )
              },
              { key: 'field', label: importsTexts.workbook.field, cell: ({ field }) => field ?? '–' },
              { key: 'warning', label: texts.warning, cell: ({ message }) => sentence(message) }
            ]}
            rows={rows}
            keyOf={({ key }) => key}
          />
        </ScrollArea.Autosize>
      )}
    </Stack>
  )
}

/** Reads the first warnings about values. Warnings about images are only in the report. */
function useWarnings(id: string) {
  const { purveyor } = useSignedIn()
  return useQuery({
    queryKey: importKeys.warnings(id),
    queryFn: async ({ signal }) => {
      const query = { hasWarnings: true as const, first: maxRead }
      const { items } = await purveyor.importJobs.items(id, query, { signal }).page()
      return items.flatMap(({ index, code, warnings }) =>
        warnings.map(({ field, message }, position) => ({
          ...{ key: `${index} ${position}`, sku: code, message },
          field: field === null ? null : fieldPath(field)
        }))
      )
    },
    staleTime: Number.POSITIVE_INFINITY
  })
}
