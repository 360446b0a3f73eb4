import { t } from '../../texts/texts.ts'
import { Page } from '../../ui/page.tsx'

export default function RulesScreen() {
  return <Page title={t.navigation.rules}>{null}</Page>
}
