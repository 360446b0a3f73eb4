import { Button } from '@mantine/core'
import { IconWebhook } from '@tabler/icons-react'
import { Link } from 'wouter'
import { webhookTexts as texts } from '../../texts/webhooks.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Page } from '../../ui/page.tsx'

/** The page of a webhook that doesn't exist. */
export function Missing() {
  return (
    <Page title={texts.title} intro={<BackLink href="/webhooks">{texts.back}</BackLink>}>
      <Empty icon={IconWebhook} title={texts.gone} text={texts.goneText}>
        <Button component={Link} href="/webhooks" variant="default">
          {texts.back}
        </Button>
      </Empty>
    </Page>
  )
}
