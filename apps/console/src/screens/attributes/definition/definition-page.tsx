import { Button, Group, Skeleton, Stack } from '@mantine/core'
import { type Attribute, BadRequest, NotFound } from '@purveyor/client'
import { IconListDetails } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useSignedIn } from '../../../session/session-context.tsx'
import { attributeEditorTexts } from '../../../texts/attribute-editor.ts'
import { t } from '../../../texts/texts.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { Page } from '../../../ui/page.tsx'
import { DefinitionForm } from './definition-form.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { useDefinition } from './use-definition.ts'
import { UsedIn } from './used-in.tsx'

const texts = attributeEditorTexts

/** The page of a new attribute. */
export function NewPage() {
  return (
    <DefinitionPage title={texts.createTitle}>
      <DefinitionForm attribute={undefined} />
    </DefinitionPage>
  )
}

/** The page of an attribute. Viewers can read it. */
export function EditPage({ id }: { id: string }) {
  const { canWrite } = useSignedIn()
  const { data: attribute, error, refetch } = useDefinition(id)
  const [, navigate] = useLocation()
  const [deleting, setDeleting] = useState<Attribute>()
  // An id that isn't a UUID is a bad request. An attribute that is deleted while it is edited stays, with what was typed.
  if (!attribute && (error instanceof NotFound || error instanceof BadRequest)) return <Missing />
  const remove = canWrite && attribute && (
    <Button variant="default" onClick={() => setDeleting(attribute)}>
      {t.actions.delete}
    </Button>
  )
  return (
    <DefinitionPage title={attribute?.name ?? texts.title} actions={remove}>
      {!attribute && error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!attribute && !error && <FormSkeleton />}
      {attribute && (
        <DefinitionForm attribute={attribute}>
          <UsedIn id={id} />
        </DefinitionForm>
      )}
      <DeleteDialog
        attribute={deleting}
        onClose={() => setDeleting(undefined)}
        onDeleted={() => navigate('/attributes', { replace: true })}
      />
    </DefinitionPage>
  )
}

type PageProps = { title: string; actions?: ReactNode; children: ReactNode }

function DefinitionPage({ title, actions, children }: PageProps) {
  return (
    <Page
      title={title}
      intro={
        <Group gap="sm" mt={4} component="span">
          <BackLink href="/attributes">{texts.back}</BackLink>
        </Group>
      }
      actions={actions}
    >
      {children}
    </Page>
  )
}

function Missing() {
  return (
    <DefinitionPage title={texts.title}>
      <Empty icon={IconListDetails} title={texts.gone} text={texts.goneText}>
        <Button component={Link} href="/attributes" variant="default">
          {texts.back}
        </Button>
      </Empty>
    </DefinitionPage>
  )
}

function FormSkeleton() {
  return (
    <Stack gap="lg" aria-busy>
      <Skeleton h={300} radius="md" />
      <Skeleton h={180} radius="md" />
    </Stack>
  )
}
