import { t } from '../../texts/texts.ts'
import { Page } from '../../ui/page.tsx'

export default function StatisticsScreen() {
  return <Page title={t.navigation.statistics}>{null}</Page>
}
