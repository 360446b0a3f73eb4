import { Anchor, Group, Text } from '@mantine/core'
import type { ListedAttribute } from '@purveyor/client'
import { IconFolderQuestion } from '@tabler/icons-react'
import { Link } from 'wouter'
import { attributeEditorTexts } from '../../../texts/attribute-editor.ts'
import { type CategoryPaths, pathText } from '../../../ui/category-paths.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { SearchInput } from '../../../ui/search-input.tsx'
import { useAddressState } from '../../../ui/use-address-state.ts'
import { countsByCategory } from './count-attributes.ts'

const texts = attributeEditorTexts
/** The number of categories that are listed at once. A search finds the others. */
const maxListed = 200

type Props = { attributes: readonly ListedAttribute[]; paths: CategoryPaths }
type Row = { id: string; path: string[]; own: number; all: number }

/** All categories in the order of their tree, with the number of their attributes. */
export function CategoryList({ attributes, paths }: Props) {
  const [params] = useAddressState()
  const search = (params.get('q') ?? '').trim().toLowerCase()
  const counts = countsByCategory(attributes, paths)
  const found = [...paths]
    .filter(([, path]) => pathText(path).toLowerCase().includes(search))
    .map(([id, path]): Row => ({ id, path, ...(counts.get(id) ?? { own: 0, all: 0 }) }))
  return (
    <>
      {paths.size > 0 && (
        <Group>
          <SearchInput label={texts.searchCategories} />
        </Group>
      )}
      {found.length === 0 ? (
        <Empty
          icon={IconFolderQuestion}
          title={texts.noCategory}
          {...(paths.size === 0 && { text: texts.noCategories })}
        />
      ) : (
        <DataTable
          label={texts.tabs.categories}
          rows={found.slice(0, maxListed)}
          keyOf={({ id }) => id}
          columns={[
            { key: 'category', label: texts.category, cell: Path },
            { key: 'own', label: texts.own, isNumber: true, cell: ({ own }) => count(own) },
            { key: 'all', label: texts.all, isNumber: true, cell: ({ all }) => count(all) }
          ]}
        />
      )}
      {found.length > maxListed && <Text c="dimmed">{texts.more(found.length - maxListed)}</Text>}
    </>
  )
}

function Path({ id, path }: Row) {
  return (
    <>
      {path.length > 1 && (
        <Text span inherit c="dimmed">
          {pathText([...path.slice(0, -1), ''])}
        </Text>
      )}
      <Anchor component={Link} href={`/categories/${id}?tab=attributes`} fw={600}>
        {path.at(-1)}
      </Anchor>
    </>
  )
}

function count(value: number) {
  return (
    <Text inherit c={value === 0 ? 'dimmed' : undefined}>
      {formatNumber(value)}
    </Text>
  )
}
