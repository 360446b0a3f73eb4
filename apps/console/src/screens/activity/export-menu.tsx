import { Button, Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useSignedIn } from '../../session/session-context.tsx'
import { activityTexts } from '../../texts/activity.ts'
import { useDownload } from '../../ui/use-download.ts'
import { type ActivityFilters, queryOf } from './activity-query.ts'

const types = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const

/** Saves all events that match the filters as a file. */
export function ExportMenu({ filters }: { filters: ActivityFilters }) {
  const { side, purveyor } = useSignedIn()
  const download = useDownload()
  function save(format: keyof typeof types) {
    const path = `/${side}/events?${new URLSearchParams(queryOf(filters) as Record<string, string>)}`
    const read = () => purveyor.request('GET', path, { headers: { accept: types[format] }, as: 'blob' })
    download.mutate([{ read, name: `events.${format}` }])
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={16} />} loading={download.isPending}>
          {activityTexts.audit.export}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => save('csv')}>{activityTexts.audit.exportCsv}</Menu.Item>
        <Menu.Item onClick={() => save('ndjson')}>{activityTexts.audit.exportNdjson}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
