import { useSignedIn } from '../../session/session-context.tsx'
import { activityTexts } from '../../texts/activity.ts'
import { Page } from '../../ui/page.tsx'
import { Activity } from './activity.tsx'
import { ExportMenu } from './export-menu.tsx'
import { useActivityFilters } from './use-activity-filters.ts'

/** What happened to the vendor's products, orders, imports and settings; for the operator, the audit trail. */
export default function ActivityScreen() {
  const { side } = useSignedIn()
  const { filters } = useActivityFilters()
  const { title, intro } = side === 'platform' ? activityTexts.audit : activityTexts.activity
  return (
    <Page title={title} intro={intro} actions={<ExportMenu filters={filters} />}>
      <Activity />
    </Page>
  )
}
