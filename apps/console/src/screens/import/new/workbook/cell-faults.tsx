import { Button, ScrollArea, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useSignedIn } from '../../../../session/session-context.tsx'
import { importsTexts } from '../../../../texts/import.ts'
import { DataTable } from '../../../../ui/data-table.tsx'
import { sentence } from '../../../../ui/sentence.ts'
import { useDownload } from '../../../../ui/use-download.ts'
import { reportDownload } from '../../job/read-report.ts'
import type { Outcome, WorkbookDraft } from '../import-draft.ts'
import { Section } from '../section.tsx'
import { problemIds } from '../show-problems.tsx'

/** The number of errors that are listed. */
const maxListed = 100

type Props = { draft: WorkbookDraft; outcome: Outcome }

/** The errors that the service has found in a workbook, by their cells. */
export function CellFaults({ draft: { name, cellFaults = [] }, outcome: { failed, jobId } }: Props) {
  if (cellFaults.length === 0) return null
  const { workbook: texts, faults, fields } = importsTexts
  const rows = cellFaults.slice(0, maxListed).map((fault, index) => ({ ...fault, key: String(index) }))
  return (
    <Section
      id={problemIds.faults}
      title={jobId ? importsTexts.job.failedTitle(failed) : texts.failedRows(failed)}
      intro={texts.faultsIntro}
      actions={jobId && <DownloadFailed jobId={jobId} fileName={name} />}
    >
      {cellFaults.length > rows.length && <Text fz="sm">{texts.shown(rows.length)}</Text>}
      <ScrollArea.Autosize mah={420} viewportProps={{ tabIndex: 0 }}>
        <DataTable
          label={texts.faultsLabel}
          columns={[
            { key: 'cell', label: texts.cell, cell: ({ cell }) => <Text fw={600}>{cell ?? '–'}</Text> },
            { key: 'sku', label: fields.sku ?? '', cell: ({ sku }) => sku ?? '–' },
            { key: 'field', label: texts.field, cell: ({ field }) => field ?? '–' },
            { key: 'problem', label: faults.problem, cell: ({ message }) => sentence(message) }
          ]}
          rows={rows}
          keyOf={({ key }) => key}
        />
      </ScrollArea.Autosize>
    </Section>
  )
}

function DownloadFailed(job: { jobId: string; fileName: string }) {
  const signedIn = useSignedIn()
  const download = useDownload()
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={download.isPending}
      onClick={() => download.mutate([reportDownload(signedIn, 'failed.xlsx', job)])}
    >
      {importsTexts.workbook.downloadFailed}
    </Button>
  )
}
