import { Button, Skeleton, Stack } from '@mantine/core'
import { IconListDetails, IconPlus } from '@tabler/icons-react'
import { Link } from 'wouter'
import { useSignedIn } from '../../../session/session-context.tsx'
import { attributeEditorTexts } from '../../../texts/attribute-editor.ts'
import { useAttributeDefinitions } from '../../../ui/attributes/use-attribute-definitions.ts'
import { Empty } from '../../../ui/empty.tsx'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { Page } from '../../../ui/page.tsx'
import { StateTabs } from '../../../ui/state-tabs.tsx'
import { useAddressState } from '../../../ui/use-address-state.ts'
import { useCategories } from '../../../ui/use-categories.ts'
import { AttributeList } from './attribute-list.tsx'
import { CategoryList } from './category-list.tsx'

const texts = attributeEditorTexts

/** All attributes, or all categories with the number of their attributes. */
export function ListPage() {
  const { canWrite } = useSignedIn()
  const [params] = useAddressState()
  const { data, error, refetch } = useAttributeDefinitions()
  const categories = useCategories()
  const view = params.get('view') === 'categories' ? 'categories' : undefined
  const create = canWrite && (
    <Button component={Link} href="/attributes/new" leftSection={<IconPlus size={16} aria-hidden />}>
      {texts.new}
    </Button>
  )
  const failed = error ?? categories.error
  const retry = () => void (error ? refetch() : categories.refetch())
  return (
    <Page title={texts.title} intro={texts.intro} actions={create}>
      <Stack>
        <StateTabs
          label={texts.tabs.label}
          active={view}
          hrefOf={(value) => (value ? `/attributes?view=${value}` : '/attributes')}
          tabs={[
            { value: undefined, label: texts.tabs.attributes, count: data?.length },
            { value: 'categories', label: texts.tabs.categories, count: categories.data?.size }
          ]}
        />
        {failed && <ErrorAlert error={failed} onRetry={retry} />}
        {!(data && categories.data) && !failed && <Skeleton h={320} radius="md" />}
        {data && categories.data && view && <CategoryList attributes={data} paths={categories.data} />}
        {data && categories.data && !view && data.length > 0 && (
          <AttributeList attributes={data} paths={categories.data} />
        )}
        {data?.length === 0 && !view && (
          <Empty
            icon={IconListDetails}
            title={texts.empty}
            text={canWrite ? texts.emptyText : texts.emptyViewer}
          >
            {create}
          </Empty>
        )}
      </Stack>
    </Page>
  )
}
