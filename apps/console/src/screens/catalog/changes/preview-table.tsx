import { ActionIcon, Group, Table, Text, Tooltip, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconArrowBackUp } from '@tabler/icons-react'
import { useLayoutEffect, useRef } from 'react'
import { catalogTexts } from '../../../texts/catalog.ts'
import { formatMoney, formatNumber, formatPercent } from '../../../ui/format.ts'
import { useCurrency } from '../../../ui/use-units.ts'
import type { CellChange, ChangeSet, EditedField, RowChange } from './change-set.ts'
import classes from './preview.module.css'
import { isConflict, type Outcome, settled } from './send-changes.ts'

const maxShown = 200

type Line = { key: string; row: RowChange; field: EditedField; cell: CellChange; remark: string | undefined }

/** The first changes with their old and new values. Those with a fault or a conflict come first. */
export function PreviewTable({ changes, outcomes }: { changes: ChangeSet; outcomes: Outcome[] }) {
  const { currency } = useCurrency()
  const lines = linesOf(changes, outcomes)
  const region = useRef<HTMLElement>(null)
  const taken = useRef<number>(undefined)
  // The button that was pressed is gone.
  useLayoutEffect(() => {
    if (taken.current === undefined) return
    const buttons = region.current?.querySelectorAll('button')
    const next = buttons?.[Math.min(taken.current, buttons.length - 1)]
    taken.current = undefined
    next?.focus()
  })
  const shown = (field: EditedField, value: string) => {
    if (field === 'stockOnHand') return formatNumber(Number(value))
    return value === '' ? catalogTexts.noPrice : formatMoney(value, currency)
  }
  if (lines.length === 0) return <Text c="dimmed">{catalogTexts.nothing}</Text>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: people scroll it by keyboard
    <section ref={region} className={classes.scroll} aria-label={catalogTexts.previewTitle} tabIndex={0}>
      <Table verticalSpacing={6} stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{catalogTexts.columns.name}</Table.Th>
            <Table.Th scope="col" className={classes.wide}>
              {catalogTexts.field}
            </Table.Th>
            <Table.Th scope="col" ta="end">
              {catalogTexts.before}
            </Table.Th>
            <Table.Th scope="col" ta="end">
              {catalogTexts.after}
            </Table.Th>
            <Table.Th scope="col" ta="end" className={classes.wide}>
              {catalogTexts.difference}
            </Table.Th>
            <Table.Th className={classes.action}>
              <VisuallyHidden>{catalogTexts.actions}</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.slice(0, maxShown).map(({ key, row, field, cell, remark }, index) => (
            <Table.Tr key={`${key} ${field}`}>
              <Table.Td>
                <Text fw={600}>{row.name}</Text>
                <Text c="dimmed" fz="xs">
                  {row.sku}
                  <span className={classes.narrow}> · {catalogTexts.columns[field]}</span>
                </Text>
                {remark !== undefined && <Remark text={remark} isFault={cell.note === undefined} />}
              </Table.Td>
              <Table.Td className={classes.wide}>{catalogTexts.columns[field]}</Table.Td>
              <Table.Td ta="end">{shown(field, cell.old)}</Table.Td>
              <Table.Td ta="end" fw={600}>
                {cell.value === undefined ? cell.text : shown(field, cell.value)}
              </Table.Td>
              <Table.Td ta="end" c="dimmed" className={classes.wide}>
                {differenceOf(cell)}
              </Table.Td>
              <Table.Td className={classes.action}>
                <Tooltip label={catalogTexts.takeBack}>
                  <ActionIcon
                    aria-label={catalogTexts.takeBackOf(catalogTexts.columns[field], row.sku)}
                    onClick={() => {
                      taken.current = index
                      changes.revert([{ key, field }])
                    }}
                  >
                    <IconArrowBackUp size={16} aria-hidden />
                  </ActionIcon>
                </Tooltip>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {lines.length > maxShown && (
        <Text c="dimmed" p="xs">
          {catalogTexts.more(lines.length - maxShown)}
        </Text>
      )}
    </section>
  )
}

function Remark({ text, isFault }: { text: string; isFault: boolean }) {
  return (
    <Group
      gap={6}
      wrap="nowrap"
      align="flex-start"
      c={isFault ? 'var(--mantine-color-error)' : undefined}
      maw={420}
    >
      <IconAlertTriangle size={14} aria-hidden className={classes.icon} />
      <Text fz="xs">{text}</Text>
    </Group>
  )
}

function linesOf(changes: ChangeSet, outcomes: Outcome[]): Line[] {
  const refused = new Map<string, RowChange | undefined>()
  for (const outcome of outcomes)
    if (outcome.result.status === 'FAILED' && !isConflict(outcome)) refused.set(outcome.key, settled(outcome))
  const lines = [...changes.rows].flatMap(([key, row]) =>
    Object.entries(row.cells).map(([name, cell]): Line => {
      const field = name as EditedField
      // A reason of an earlier attempt may no longer apply.
      const own = cell.value === undefined ? cell.fault : cell.note
      return { key, row, field, cell, remark: refused.get(key)?.cells[field]?.fault ?? own }
    })
  )
  return [
    ...lines.filter(({ remark }) => remark !== undefined),
    ...lines.filter(({ remark }) => remark === undefined)
  ]
}

/** Returns by what share a value changes. Shares are only shown, so that floats are exact enough. */
function differenceOf({ old, value }: CellChange): string {
  const [before, after] = [Number(old), Number(value)]
  if (!value || before === 0 || Number.isNaN(before)) return ''
  const share = formatPercent((after - before) / before)
  return after > before ? `+${share}` : share
}
