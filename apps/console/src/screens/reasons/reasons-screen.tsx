import { t } from '../../texts/texts.ts'
import { Page } from '../../ui/page.tsx'

export default function ReasonsScreen() {
  return <Page title={t.navigation.reasons}>{null}</Page>
}
