import { Anchor, Button, List, Paper, Stack, Text, Title } from '@mantine/core'
import type { Webhook } from '@purveyor/client'
import { webhookTexts as texts } from '../../../texts/webhooks.ts'
import { Details } from '../../../ui/details.tsx'
import { formatDateTime } from '../../../ui/format.ts'
import { describeTypes, formatMoment } from '../webhook-texts.ts'
import classes from './webhook-page.module.css'

const maxListed = 12

/** How a webhook is set up. */
export function SettingsPanel({ webhook, onRotate }: { webhook: Webhook; onRotate: () => void }) {
  const { url, headerNames, concurrency, createdAt } = webhook
  return (
    <Paper withBorder p="lg" component="section" aria-label={texts.settings}>
      <Title order={2} fz="md" mb="sm">
        {texts.settings}
      </Title>
      <Details
        rows={[
          [
            texts.address,
            <span key="url" className={classes.value}>
              {url}
            </span>
          ],
          [texts.events, <Types key="types" webhook={webhook} />],
          [texts.concurrency, concurrency === 1 ? texts.strict : texts.parallel(concurrency)],
          [
            texts.headers,
            headerNames.length > 0 ? <Headers key="headers" names={headerNames} /> : texts.noHeaders
          ],
          [texts.secret, <Secret key="secret" webhook={webhook} onRotate={onRotate} />],
          [texts.created, formatDateTime(createdAt)]
        ]}
      />
    </Paper>
  )
}

function Types({ webhook }: { webhook: Webhook }) {
  const { types } = webhook
  if (!types || types.length === 1) return describeTypes(webhook)
  const more = types.length - maxListed
  return (
    <>
      {describeTypes(webhook)}
      <List size="sm" mt={4} listStyleType="none" c="dimmed">
        {types.slice(0, maxListed).map((type) => (
          <List.Item key={type}>
            <code>{type}</code>
          </List.Item>
        ))}
        {more > 0 && <List.Item>{texts.moreTypes(more)}</List.Item>}
      </List>
    </>
  )
}

function Headers({ names }: { names: readonly string[] }) {
  return (
    <>
      {names.join(', ')}
      <Text c="dimmed" fz="sm">
        {texts.headersHidden}
      </Text>
    </>
  )
}

function Secret({
  webhook: { previousSecretExpiresAt },
  onRotate
}: {
  webhook: Webhook
  onRotate: () => void
}) {
  return (
    <Stack gap={6} align="flex-start">
      <Text inherit>
        {texts.secretText}{' '}
        <Anchor href="/docs/guides/webhooks#write-a-receiver" target="_blank" inherit underline="always">
          {texts.verify}
        </Anchor>
      </Text>
      {previousSecretExpiresAt && (
        <Text c="dimmed" fz="sm">
          {texts.secretOverlap(formatMoment(previousSecretExpiresAt))}
        </Text>
      )}
      <Button size="compact-sm" variant="default" onClick={onRotate}>
        {texts.rotate}
      </Button>
    </Stack>
  )
}
