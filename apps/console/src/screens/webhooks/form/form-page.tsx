import { Skeleton, Stack } from '@mantine/core'
import { BadRequest, NotFound } from '@purveyor/client'
import { type ReactNode, useState } from 'react'
import { useLocation } from 'wouter'
import { webhookTexts as texts } from '../../../texts/webhooks.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { Page } from '../../../ui/page.tsx'
import { SecretDialog } from '../dialogs/secret-dialog.tsx'
import { Missing } from '../missing.tsx'
import { useWebhook } from '../use-webhooks.ts'
import { nameOf } from '../webhook-texts.ts'
import { WebhookForm } from './webhook-form.tsx'

/** The page of a new webhook. When it has been created, its secret is shown once. */
export function NewPage() {
  const [, navigate] = useLocation()
  const [created, setCreated] = useState<{ id: string; secret: string }>()
  return (
    <FormPage title={texts.createTitle} back={<BackLink href="/webhooks">{texts.back}</BackLink>}>
      <WebhookForm webhook={undefined} onSaved={setCreated} />
      {created && (
        <SecretDialog
          secret={created.secret}
          onClose={() => navigate(`/webhooks/${created.id}`, { replace: true })}
        />
      )}
    </FormPage>
  )
}

/** The page to change a webhook. */
export function EditPage({ id }: { id: string }) {
  const [, navigate] = useLocation()
  const { data: webhook, error, refetch } = useWebhook(id)
  // A webhook that is deleted while it is edited stays, with what was typed.
  if (!webhook && (error instanceof NotFound || error instanceof BadRequest)) return <Missing />
  const back = <BackLink href={`/webhooks/${id}`}>{webhook ? nameOf(webhook) : texts.title}</BackLink>
  return (
    <FormPage title={texts.editTitle} back={back}>
      {!webhook && error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!webhook && !error && (
        <Stack gap="lg" aria-busy>
          <Skeleton h={220} radius="md" />
          <Skeleton h={260} radius="md" />
        </Stack>
      )}
      {webhook && <WebhookForm webhook={webhook} onSaved={() => navigate(`/webhooks/${id}`)} />}
    </FormPage>
  )
}

function FormPage({ title, back, children }: { title: string; back: ReactNode; children: ReactNode }) {
  return (
    <Page title={title} intro={back}>
      {children}
    </Page>
  )
}
