import { Button, Menu } from '@mantine/core'
import type { ImportJob } from '@purveyor/client'
import { IconDownload } from '@tabler/icons-react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { importsTexts } from '../../../texts/import.ts'
import { useDownload } from '../../../ui/use-download.ts'
import { type Report, reportDownload } from './read-report.ts'

const ofFailed: Report[] = ['failed.xlsx', 'failed.csv']

/** Downloads the rows of an import with their results: those that failed as a workbook or as CSV, and all as CSV. */
export function JobReport({ job }: { job: ImportJob }) {
  const signedIn = useSignedIn()
  const download = useDownload()
  const start = (report: Report) =>
    download.mutate([reportDownload(signedIn, report, { jobId: job.queue_id, fileName: job.file_name })])
  const hasFailed = job.items_failed > 0
  const button = (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={download.isPending}
      {...(!hasFailed && { onClick: () => start('report.csv') })}
    >
      {importsTexts.job.report}
    </Button>
  )
  if (!hasFailed) return button
  const texts = importsTexts.job.reports
  return (
    <Menu position="bottom-end">
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{texts.failed}</Menu.Label>
        {ofFailed.map((report) => (
          <Menu.Item key={report} onClick={() => start(report)}>
            {texts[report]}
          </Menu.Item>
        ))}
        <Menu.Label>{texts.all}</Menu.Label>
        <Menu.Item onClick={() => start('report.csv')}>{texts['report.csv']}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
