import { Anchor, Badge, Group, Skeleton, Text } from '@mantine/core'
import type { ReasonTemplate } from '@purveyor/client'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useSignedIn } from '../../session/session-context.tsx'
import { reasonsTexts } from '../../texts/reasons.ts'
import { t } from '../../texts/texts.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { formatNumber } from '../../ui/format.ts'
import { RowMenu } from '../../ui/row-menu.tsx'
import { useAddressState } from '../../ui/use-address-state.ts'
import { namesOfFields } from './field-names.ts'
import classes from './reasons.module.css'
import type { Use } from './templates.ts'
import { sortingOf } from './use-filtered-reasons.ts'

type Props = {
  templates: readonly ReasonTemplate[]
  isLoading: boolean
  uses: (code: string) => Use | undefined
  onOpen: (id: string) => void
  onDelete: (template: ReasonTemplate) => void
}

/** The reasons. Viewers have no menus. */
export function ReasonTable({ templates, isLoading, uses, onOpen, onDelete }: Props) {
  const { canWrite } = useSignedIn()
  const [params, change] = useAddressState()
  const actions = (template: ReasonTemplate) => (
    <RowMenu
      label={reasonsTexts.actions(template.code)}
      actions={[
        { label: t.actions.edit, icon: IconPencil, onClick: () => onOpen(template.id) },
        {
          label: t.actions.delete,
          icon: IconTrash,
          isDangerous: true,
          onClick: () => onDelete(template)
        }
      ]}
    />
  )
  return (
    <DataTable
      label={reasonsTexts.title}
      rows={templates}
      keyOf={({ id }) => id}
      isLoading={isLoading}
      columns={[
        {
          key: 'code',
          label: reasonsTexts.code,
          width: 230,
          sorts: ['code'],
          cell: ({ id, code }) => (
            <Anchor component="button" type="button" ff="monospace" ta="start" onClick={() => onOpen(id)}>
              {code}
            </Anchor>
          )
        },
        {
          key: 'text',
          label: reasonsTexts.text,
          cell: ({ text }) => (
            <Text inherit lineClamp={3} className={classes.text}>
              {text}
            </Text>
          )
        },
        { key: 'fields', label: reasonsTexts.fields, width: 200, cell: Fields },
        {
          key: 'used',
          label: reasonsTexts.used,
          hint: reasonsTexts.usedDetail,
          isNumber: true,
          sorts: ['-used'],
          cell: ({ code }) => <Uses use={uses(code)} />
        }
      ]}
      sort={sortingOf(params)}
      onSort={(sort) => change({ sort: sort === 'code' ? null : sort })}
      actions={canWrite ? actions : undefined}
    />
  )
}

/** The fields for which a reason is offered. */
function Fields({ fields }: ReasonTemplate) {
  if (fields.length === 0)
    return (
      <Text c="dimmed" fz="sm">
        {reasonsTexts.allFields}
      </Text>
    )
  return (
    <Group gap={4}>
      {namesOfFields(fields).map((name) => (
        <Badge key={name} color="gray">
          {name}
        </Badge>
      ))}
    </Group>
  )
}

/** How often a reason was used. */
function Uses({ use }: { use: Use | undefined }) {
  if (!use) return <Skeleton component="span" display="inline-block" h={12} w={24} />
  const number = formatNumber(use.count)
  return <>{use.isLimit ? reasonsTexts.usedAtMost(number) : number}</>
}
