import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSignedIn } from '../../../session/session-context.tsx'
import { attributeKeys, useAttributeDefinitions } from '../../../ui/attributes/use-attribute-definitions.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { useCategories } from '../../../ui/use-categories.ts'
import { CategoryForm } from './category-form.tsx'

/** The attributes of a category: its own, and those that it inherits. Viewers can read them. */
export function CategoryAttributesPart({ id }: { id: string }) {
  const { data, error, refetch } = useCategoryAttributes(id)
  const definitions = useAttributeDefinitions()
  const { data: paths } = useCategories()
  const failed = (!data && error) || (!definitions.data && definitions.error)
  if (failed)
    return <ErrorAlert error={failed} onRetry={() => void Promise.all([refetch(), definitions.refetch()])} />
  if (!(data && definitions.data && paths)) return <FormSkeleton />
  return (
    <CategoryForm
      id={id}
      name={paths.get(id)?.at(-1) ?? ''}
      stored={data}
      definitions={definitions.data}
      paths={paths}
    />
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

function FormSkeleton() {
  return (
    <Stack gap="lg" aria-busy>
      <Skeleton h={280} radius="md" />
      <Skeleton h={180} radius="md" />
    </Stack>
  )
}
