import { t } from '../../texts/texts.ts'
import { Page } from '../../ui/page.tsx'

export default function QueueScreen() {
  return <Page title={t.navigation.queue}>{null}</Page>
}
