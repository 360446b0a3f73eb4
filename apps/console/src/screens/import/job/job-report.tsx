import { Button, Menu } from '@mantine/core'
import type { ImportJob } from '@purveyor/client'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useSignedIn } from '../../../session/session-context.tsx'
import { t } from '../../../texts/texts.ts'
import { notifyError } from '../../../ui/notify-error.ts'
import { saveFile } from '../../../ui/save-file.ts'

/** Downloads the rows of an import with their results, as CSV. */
export function JobReport({ job }: { job: ImportJob }) {
  const { purveyor } = useSignedIn()
  const download = useMutation({
    mutationFn: async (isFailed: boolean) => {
      const report = await purveyor.request('GET', `/vendor/import-jobs/${job.queue_id}/report`, {
        ...{ query: isFailed ? { status: 'FAILED' } : {}, headers: { accept: 'text/csv' } },
        as: 'blob'
      })
      const name = (job.file_name ?? `import-${job.queue_id}`).replace(/\.[^.]*$/, '')
      saveFile(report, `${name}.${isFailed ? 'failed' : 'report'}.csv`)
    },
    onError: notifyError
  })
  const icon = <IconDownload size={16} aria-hidden />
  if (job.items_failed === 0)
    return (
      <Button
        variant="default"
        leftSection={icon}
        loading={download.isPending}
        onClick={() => download.mutate(false)}
      >
        {t.imports.job.report}
      </Button>
    )
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={icon} loading={download.isPending}>
          {t.imports.job.report}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => download.mutate(true)}>{t.imports.job.reportFailed}</Menu.Item>
        <Menu.Item onClick={() => download.mutate(false)}>{t.imports.job.reportAll}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
