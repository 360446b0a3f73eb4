import {
  Anchor,
  Badge,
  Group,
  Paper,
  Skeleton,
  Stack,
  Table,
  Text,
  Tooltip,
  UnstyledButton
} from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReasonTemplate } from '@purveyor/client'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { t } from '../../texts/texts.ts'
import { formatNumber } from '../../ui/format.ts'
import { useAddressState } from '../../ui/use-address-state.ts'
import { namesOfFields } from './field-names.ts'
import { ReasonActions } from './reason-actions.tsx'
import classes from './reasons.module.css'
import type { Sorting, Use } from './templates.ts'
import { sortingOf } from './use-filtered-reasons.ts'

type Props = {
  templates: readonly ReasonTemplate[]
  uses: (code: string) => Use | undefined
  onOpen: (id: string) => void
  onDelete: (template: ReasonTemplate) => void
}

/** The reasons as a table, or as cards in a narrow window. */
export function ReasonTable(props: Props) {
  const isWide = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false })
  if (!isWide) return <ReasonCards {...props} />
  const { templates, uses, onOpen, onDelete } = props
  return (
    <Paper withBorder className={classes.table}>
      <Table verticalSpacing="sm" highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <SortedHeader by="code">{t.reasons.code}</SortedHeader>
            <Table.Th scope="col">{t.reasons.text}</Table.Th>
            <Table.Th scope="col">{t.reasons.fields}</Table.Th>
            <SortedHeader by="used" isNumber>
              {t.reasons.used}
            </SortedHeader>
            <Table.Td />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {templates.map((template) => (
            <Table.Tr key={template.id}>
              <Table.Th scope="row" fw={400} className={classes.code}>
                <Code template={template} onOpen={onOpen} />
              </Table.Th>
              <Table.Td>
                <Text lineClamp={3} className={classes.text}>
                  {template.text}
                </Text>
              </Table.Td>
              <Table.Td className={classes.fields}>
                <Fields template={template} />
              </Table.Td>
              <Table.Td className={classes.number}>
                <Uses use={uses(template.code)} />
              </Table.Td>
              <Table.Td className={classes.actions}>
                <ReasonActions template={template} onOpen={onOpen} onDelete={onDelete} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}

function ReasonCards({ templates, uses, onOpen, onDelete }: Props) {
  return (
    <Stack component="ul" gap="xs" m={0} p={0} className={classes.cards}>
      {templates.map((template) => (
        <Paper key={template.id} component="li" withBorder p="sm">
          <Group justify="space-between" wrap="nowrap" align="flex-start" gap="xs">
            <div className={classes.code}>
              <Code template={template} onOpen={onOpen} />
            </div>
            <ReasonActions template={template} onOpen={onOpen} onDelete={onDelete} />
          </Group>
          <Text lineClamp={4} my={6} className={classes.text}>
            {template.text}
          </Text>
          <Group justify="space-between" gap="xs">
            <Fields template={template} />
            <Text c="dimmed" fz="sm">
              {t.reasons.used}: <Uses use={uses(template.code)} />
            </Text>
          </Group>
        </Paper>
      ))}
    </Stack>
  )
}

function SortedHeader({ by, isNumber, children }: { by: Sorting; isNumber?: boolean; children: ReactNode }) {
  const [params, change] = useAddressState()
  const isActive = sortingOf(params) === by
  const Icon = by === 'used' ? IconArrowDown : IconArrowUp
  const direction = by === 'used' ? 'descending' : 'ascending'
  const button = (
    <UnstyledButton
      className={classes.sort}
      data-active={isActive || undefined}
      onClick={() => change({ sort: by === 'used' ? by : null })}
    >
      {children}
      <Icon size={14} aria-hidden />
    </UnstyledButton>
  )
  return (
    <Table.Th
      scope="col"
      aria-sort={isActive ? direction : 'none'}
      className={isNumber ? classes.number : undefined}
    >
      {by === 'used' ? <Tooltip label={t.reasons.usedDetail}>{button}</Tooltip> : button}
    </Table.Th>
  )
}

function Code({
  template: { id, code },
  onOpen
}: {
  template: ReasonTemplate
  onOpen: (id: string) => void
}) {
  return (
    <Anchor component="button" type="button" ff="monospace" ta="start" onClick={() => onOpen(id)}>
      {code}
    </Anchor>
  )
}

function Fields({ template: { fields } }: { template: ReasonTemplate }) {
  if (fields.length === 0)
    return (
      <Text c="dimmed" fz="sm">
        {t.reasons.allFields}
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

function Uses({ use }: { use: Use | undefined }) {
  if (!use) return <Skeleton component="span" display="inline-block" h={12} w={24} />
  const number = formatNumber(use.count)
  return <>{use.isLimit ? t.reasons.usedAtMost(number) : number}</>
}

/** The size of the list while it is loaded. */
export function ReasonListSkeleton() {
  return (
    <Stack gap="md" aria-busy>
      <Skeleton h={36} maw={360} />
      <Skeleton h={560} radius="md" />
    </Stack>
  )
}
