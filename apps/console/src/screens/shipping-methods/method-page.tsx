import { Button, Skeleton, Stack } from '@mantine/core'
import { BadRequest, NotFound, type ShippingMethod } from '@purveyor/client'
import { IconTruck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useSignedIn } from '../../session/session-context.tsx'
import { shippingMethodsTexts } from '../../texts/shipping-methods.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { Page } from '../../ui/page.tsx'
import { MethodDetails } from './method-details.tsx'
import { MethodForm } from './method-form.tsx'
import { useShippingMethod } from './use-shipping-methods.ts'

const texts = shippingMethodsTexts

/** The page of a new shipping method. */
export function NewPage() {
  return (
    <MethodPage title={texts.createTitle}>
      <MethodForm method={undefined} />
    </MethodPage>
  )
}

/** The page of a shipping method: a form, or its content for viewers. */
export function EditPage({ id }: { id: string }) {
  const { canWrite } = useSignedIn()
  const { data: method, error, refetch } = useShippingMethod(id)
  // An id that isn't a UUID is a bad request. A method that is deleted while it is edited stays, with what was typed.
  if (!method && (error instanceof NotFound || error instanceof BadRequest)) return <Missing />
  return (
    <MethodPage title={method?.name ?? texts.title}>
      {!method && error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!method && !error && <FormSkeleton />}
      {method && <Content method={method} canWrite={canWrite} />}
    </MethodPage>
  )
}

function Content({ method, canWrite }: { method: ShippingMethod; canWrite: boolean }) {
  return canWrite ? <MethodForm method={method} /> : <MethodDetails method={method} />
}

function MethodPage({ title, children }: { title: string; children: ReactNode }) {
  const back = <BackLink href="/shipping-methods">{texts.back}</BackLink>
  return (
    <Page title={title} intro={back}>
      {children}
    </Page>
  )
}

function Missing() {
  return (
    <MethodPage title={texts.title}>
      <Empty icon={IconTruck} title={texts.gone} text={texts.goneText}>
        <Button component={Link} href="/shipping-methods" variant="default">
          {texts.back}
        </Button>
      </Empty>
    </MethodPage>
  )
}

function FormSkeleton() {
  return (
    <Stack gap="lg" aria-busy>
      <Skeleton h={220} radius="md" />
      <Skeleton h={180} radius="md" />
      <Skeleton h={260} radius="md" />
    </Stack>
  )
}
