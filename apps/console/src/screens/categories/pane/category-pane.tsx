import { Anchor, Breadcrumbs, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { BadRequest, NotFound, type PlatformCategoryNode } from '@purveyor/client'
import {
  IconArrowMerge,
  IconArrowsMove,
  IconFolderPlus,
  IconFolderQuestion,
  IconPencil,
  IconTrash
} from '@tabler/icons-react'
import { Link } from 'wouter'
import { useSignedIn } from '../../../session/session-context.tsx'
import { taxonomyTexts } from '../../../texts/taxonomy.ts'
import { t } from '../../../texts/texts.ts'
import { Empty } from '../../../ui/empty.tsx'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { RowMenu } from '../../../ui/row-menu.tsx'
import { StateTabs } from '../../../ui/state-tabs.tsx'
import { useAddressState } from '../../../ui/use-address-state.ts'
import { CategoryAttributesPart } from '../attributes/category-attributes.tsx'
import { type Place, useCategory } from '../use-category-tree.ts'
import { CategoryImage } from './category-image.tsx'
import { DetailsForm } from './details-form.tsx'

const texts = taxonomyTexts

export type PaneActions = {
  onRename: (node: PlatformCategoryNode) => void
  onNewChild: (node: PlatformCategoryNode) => void
  onMove: (node: PlatformCategoryNode) => void
  onMerge: (node: PlatformCategoryNode) => void
  onDelete: (node: PlatformCategoryNode) => void
}

type Props = { id: string; place: Place | undefined; actions: PaneActions }

/** One category: its fields and its image, or its attributes. */
export function CategoryPane({ id, place, actions }: Props) {
  const [params] = useAddressState()
  const { data, error, refetch } = useCategory(id)
  const tab = params.get('tab') === 'attributes' ? 'attributes' : undefined
  if (error instanceof NotFound || error instanceof BadRequest) return <Missing />
  if (error && !data) return <ErrorAlert error={error} onRetry={() => void refetch()} />
  if (!data || !place) return <Skeleton h={360} radius="md" />
  return (
    <Stack gap="md">
      <Heading place={place} actions={actions} />
      <StateTabs
        label={texts.tabs.label}
        active={tab}
        hrefOf={(value) => `/categories/${id}${value ? `?tab=${value}` : ''}`}
        tabs={[
          { value: undefined, label: texts.tabs.details, count: null },
          { value: 'attributes', label: texts.tabs.attributes, count: null }
        ]}
      />
      {tab ? (
        <CategoryAttributesPart key={id} id={id} />
      ) : (
        <>
          <DetailsForm key={id} category={data} />
          <CategoryImage category={data} />
        </>
      )}
    </Stack>
  )
}

function Heading({ place: { node, above }, actions }: { place: Place; actions: PaneActions }) {
  const { canWrite } = useSignedIn()
  const { productCount = 0, totalProductCount = 0 } = node
  return (
    <div>
      {above.length > 0 && (
        <Breadcrumbs separator="›" separatorMargin={6} mb={2}>
          {above.map(({ id, name }) => (
            <Anchor key={id} component={Link} href={`/categories/${id}`} fz="sm">
              {name}
            </Anchor>
          ))}
        </Breadcrumbs>
      )}
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Title order={2} fz="xl">
          {node.name}
        </Title>
        {canWrite && (
          <Group gap="xs" wrap="nowrap">
            <Button
              size="xs"
              variant="default"
              leftSection={<IconFolderPlus size={16} aria-hidden />}
              onClick={() => actions.onNewChild(node)}
              visibleFrom="sm"
            >
              {texts.newChild}
            </Button>
            <RowMenu
              label={texts.actions(node.name)}
              actions={[
                { label: texts.newChild, icon: IconFolderPlus, onClick: () => actions.onNewChild(node) },
                { label: t.actions.rename, icon: IconPencil, onClick: () => actions.onRename(node) },
                { label: texts.move, icon: IconArrowsMove, onClick: () => actions.onMove(node) },
                { label: texts.merge, icon: IconArrowMerge, onClick: () => actions.onMerge(node) },
                {
                  label: t.actions.delete,
                  icon: IconTrash,
                  isDangerous: true,
                  onClick: () => actions.onDelete(node)
                }
              ]}
            />
          </Group>
        )}
      </Group>
      {totalProductCount > 0 ? (
        <Anchor component={Link} href={`/products?categoryId=${node.id}`} fz="sm">
          {texts.count(productCount, totalProductCount)}
        </Anchor>
      ) : (
        <Text c="dimmed" fz="sm">
          {texts.noProducts}
        </Text>
      )}
    </div>
  )
}

function Missing() {
  return (
    <Empty icon={IconFolderQuestion} title={texts.gone} text={texts.goneText}>
      <Button component={Link} href="/categories" variant="default">
        {texts.toTree}
      </Button>
    </Empty>
  )
}
