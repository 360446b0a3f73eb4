import { Anchor, Text } from '@mantine/core'
import type { Webhook } from '@purveyor/client'
import { Link } from 'wouter'
import { webhookTexts as texts } from '../../../texts/webhooks.ts'
import { formatDuration } from '../../../ui/format.ts'
import { shortUrl } from '../webhook-texts.ts'
import classes from './list.module.css'

/** The address of a webhook with its description below. `href` leads to its page. */
export function Address({
  url,
  description,
  href
}: Pick<Webhook, 'url' | 'description'> & { href?: string }) {
  const name = description ?? shortUrl(url)
  return (
    <>
      {href ? (
        <Anchor component={Link} href={href} fw={600} className={classes.address}>
          {name}
        </Anchor>
      ) : (
        <Text fw={600} className={classes.address}>
          {name}
        </Text>
      )}
      {description && (
        <Text c="dimmed" fz="sm" className={classes.address}>
          {shortUrl(url)}
        </Text>
      )}
    </>
  )
}

type LagValues = { lagEvents: number; lagSeconds: number; setAsideCount?: number }

/** How many events wait, and for how long. */
export function Lag({ lagEvents, lagSeconds, setAsideCount = 0 }: LagValues) {
  return (
    <>
      <Text c={lagEvents === 0 ? 'dimmed' : undefined} inherit>
        {lagEvents === 0 ? texts.noLag : texts.eventCount(lagEvents)}
      </Text>
      {lagEvents > 0 && (
        <Text c="dimmed" fz="sm">
          {formatDuration(lagSeconds)}
        </Text>
      )}
      {setAsideCount > 0 && (
        <Text c="var(--mantine-color-error)" fz="sm">
          {texts.setAsideCount(setAsideCount)}
        </Text>
      )}
    </>
  )
}
