import { Paper, Skeleton, Stack, Table, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ComponentProps } from 'react'
import { t } from '../../texts/texts.ts'
import { SortedHeader } from '../../ui/sorted-header.tsx'
import { useAddressState } from '../../ui/use-address-state.ts'
import { ReasonActions } from './reason-actions.tsx'
import { ReasonCards } from './reason-cards.tsx'
import { Code, Fields, type ReasonsProps, Uses } from './reason-cells.tsx'
import classes from './reasons.module.css'
import type { Sorting } from './templates.ts'
import { sortingOf } from './use-filtered-reasons.ts'

/** The reasons as a table, or as cards in a narrow window. */
export function ReasonTable(props: ReasonsProps) {
  const isWide = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false })
  if (!isWide) return <ReasonCards {...props} />
  const { templates, uses, onOpen, onDelete } = props
  return (
    <Paper withBorder className={classes.table}>
      <Table verticalSpacing="sm" highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <SortedBy by="code" direction="ascending">
              {t.reasons.code}
            </SortedBy>
            <Table.Th scope="col">{t.reasons.text}</Table.Th>
            <Table.Th scope="col">{t.reasons.fields}</Table.Th>
            <SortedBy by="used" direction="descending" isNumber hint={t.reasons.usedDetail}>
              {t.reasons.used}
            </SortedBy>
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

/** The head of a column that sorts the table. The address says by which one. */
function SortedBy({
  by,
  ...props
}: Omit<ComponentProps<typeof SortedHeader>, 'isSorted' | 'onSort'> & { by: Sorting }) {
  const [params, change] = useAddressState()
  const sort = by === 'code' ? null : by
  return <SortedHeader {...props} isSorted={sortingOf(params) === by} onSort={() => change({ sort })} />
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
