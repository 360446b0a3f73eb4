import { Button, Skeleton, Stack } from '@mantine/core'
import { BadRequest, NotFound } from '@purveyor/client'
import { IconFolderQuestion } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useSignedIn } from '../../../session/session-context.tsx'
import { t } from '../../../texts/texts.ts'
import { attributeKeys, useAttributeDefinitions } from '../../../ui/attributes/use-attribute-definitions.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { pathText } from '../../../ui/category-paths.ts'
import { Empty } from '../../../ui/empty.tsx'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { Page } from '../../../ui/page.tsx'
import { useCategories } from '../../../ui/use-categories.ts'
import { CategoryForm } from './category-form.tsx'

const texts = t.attributeEditor

/** The attributes of a category: its own, and those that it inherits. Viewers can read them. */
export function CategoryPage({ id }: { id: string }) {
  const { data, error, refetch } = useCategoryAttributes(id)
  const definitions = useAttributeDefinitions()
  const { data: paths } = useCategories()
  const path = paths?.get(id)
  if (!data && (error instanceof NotFound || error instanceof BadRequest)) return <Missing />
  const failed = (!data && error) || (!definitions.data && definitions.error)
  return (
    <Frame title={path ? pathText(path) : texts.category}>
      {failed && (
        <ErrorAlert error={failed} onRetry={() => void Promise.all([refetch(), definitions.refetch()])} />
      )}
      {!(data && definitions.data && paths) && !failed && <FormSkeleton />}
      {data && definitions.data && paths && (
        <CategoryForm
          id={id}
          name={path?.at(-1) ?? ''}
          stored={data}
          definitions={definitions.data}
          paths={paths}
        />
      )}
    </Frame>
  )
}

function useCategoryAttributes(id: string) {
  const { purveyor } = useSignedIn()
  return useQuery({
    queryKey: attributeKeys.category(id),
    queryFn: ({ signal }) => purveyor.platform.categoryAttributes.get(id, { signal }),
    gcTime: 0
  })
}

function Frame({ title, children }: { title: string; children: ReactNode }) {
  const back = <BackLink href="/attributes?view=categories">{texts.categoryIntro}</BackLink>
  return (
    <Page title={title} intro={back}>
      {children}
    </Page>
  )
}

function Missing() {
  return (
    <Frame title={texts.category}>
      <Empty icon={IconFolderQuestion} title={texts.categoryGone} text={texts.categoryGoneText}>
        <Button component={Link} href="/attributes?view=categories" variant="default">
          {texts.categoryIntro}
        </Button>
      </Empty>
    </Frame>
  )
}

function FormSkeleton() {
  return (
    <Stack gap="lg" aria-busy>
      <Skeleton h={280} radius="md" />
      <Skeleton h={180} radius="md" />
    </Stack>
  )
}
