import { Anchor, Button, Code, Group, Select, Text } from '@mantine/core'
import type { ListedAttribute } from '@purveyor/client'
import { IconListSearch, IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useSignedIn } from '../../../session/session-context.tsx'
import { attributeEditorTexts } from '../../../texts/attribute-editor.ts'
import { t } from '../../../texts/texts.ts'
import type { CategoryPaths } from '../../../ui/category-paths.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { RowMenu } from '../../../ui/row-menu.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'
import { useAddressState } from '../../../ui/use-address-state.ts'
import { DeleteDialog } from '../definition/delete-dialog.tsx'

const texts = attributeEditorTexts

type Props = { attributes: readonly ListedAttribute[]; paths: CategoryPaths }

/** The attributes that match the search and the filter of the address. */
export function AttributeList({ attributes, paths }: Props) {
  const { canWrite } = useSignedIn()
  const [, navigate] = useLocation()
  const [params, change] = useAddressState()
  const [deleting, setDeleting] = useState<ListedAttribute>()
  const search = (params.get('q') ?? '').trim().toLowerCase()
  const type = params.get('type')
  const shown = attributes.filter(
    (one) =>
      (!type || one.type === type) && (one.name.toLowerCase().includes(search) || one.code.includes(search))
  )
  const actions = (attribute: ListedAttribute) => (
    <RowMenu
      label={texts.actions(attribute.name)}
      actions={[
        { label: t.actions.edit, icon: IconPencil, onClick: () => navigate(`/attributes/${attribute.id}`) },
        { label: t.actions.delete, icon: IconTrash, isDangerous: true, onClick: () => setDeleting(attribute) }
      ]}
    />
  )
  return (
    <>
      <Group gap="xs">
        <SearchInput label={texts.search} />
        <Select
          aria-label={texts.type}
          placeholder={texts.anyType}
          data={Object.entries(texts.types).map(([value, label]) => ({ value, label }))}
          value={type}
          onChange={(value) => change({ type: value })}
          clearable
          clearButtonProps={{ 'aria-label': t.actions.clear }}
          flex="1 1 140px"
          maw={200}
        />
        <Text c="dimmed" fz="sm" role="status" ml={{ sm: 'auto' }}>
          {texts.count(shown.length, attributes.length)}
        </Text>
      </Group>
      {shown.length === 0 ? (
        <Empty icon={IconListSearch} title={texts.noMatch} text={texts.noMatchText}>
          <Button variant="default" onClick={() => change({ q: null, type: null })}>
            {t.actions.clearFilters}
          </Button>
        </Empty>
      ) : (
        <DataTable
          label={texts.title}
          rows={shown}
          keyOf={({ id }) => id}
          columns={[
            { key: 'name', label: texts.name, cell: Name },
            { key: 'type', label: texts.type, cell: Type },
            { key: 'level', label: texts.level, cell: ({ level }) => texts.levels[level] },
            { key: 'used', label: texts.used, cell: ({ categoryIds }) => usedIn(categoryIds, paths) }
          ]}
          actions={canWrite ? actions : undefined}
        />
      )}
      <DeleteDialog attribute={deleting} onClose={() => setDeleting(undefined)} />
    </>
  )
}

function Name({ id, name, code }: ListedAttribute) {
  return (
    <>
      <Anchor component={Link} href={`/attributes/${id}`} fw={600} display="block">
        {name}
      </Anchor>
      <Code>{code}</Code>
    </>
  )
}

function Type({ type, unit, options }: ListedAttribute) {
  const detail = unit ?? (options.length > 0 ? String(options.length) : '')
  return detail ? `${texts.types[type]} (${detail})` : texts.types[type]
}

function usedIn(ids: readonly string[], paths: CategoryPaths) {
  const names = ids.flatMap((id) => paths.get(id)?.at(-1) ?? [])
  const [first] = names
  if (first !== undefined) return texts.usedIn(first, names.length - 1)
  return (
    <Text c="dimmed" inherit>
      {texts.unused}
    </Text>
  )
}
