import { NumberInput, Table, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { ordersTexts } from '../../texts/orders.ts'
import type { Quantities } from './lines.ts'
import classes from './quantity-table.module.css'

type Line = { id: string; productName: string; sku: string }

type Props = {
  lines: readonly Line[]
  /** The highest quantity of a line. */
  maxOf: (line: Line) => number
  quantities: Quantities
  onChange: (quantities: Quantities) => void
  /** Lines whose quantity is refused, with the reason. */
  faults?: ReadonlyMap<string, ReactNode>
  isDisabled?: boolean
}

/** A quantity of each line of an order, to ship or to cancel. */
export function QuantityTable({ lines, maxOf, quantities, onChange, faults, isDisabled = false }: Props) {
  return (
    <Table verticalSpacing={6} className={classes.table}>
      <Table.Tbody>
        {lines.map((line) => (
          <Table.Tr key={line.id}>
            <Table.Td>
              <Text lineClamp={2}>{line.productName}</Text>
              <Text c="dimmed" fz="xs">
                {line.sku}
              </Text>
            </Table.Td>
            <Table.Td className={classes.quantity}>
              <NumberInput
                aria-label={ordersTexts.quantityOf(line.productName)}
                w={86}
                size="xs"
                min={0}
                max={1_000_000}
                allowDecimal={false}
                allowNegative={false}
                value={quantities[line.id] ?? 0}
                onChange={(value) => onChange({ ...quantities, [line.id]: Number(value) || 0 })}
                error={faults?.get(line.id)}
                disabled={isDisabled}
                rightSectionWidth={22}
                onFocus={(event) => event.currentTarget.select()}
              />
              <Text span c="dimmed" fz="sm" className={classes.of}>
                {ordersTexts.ofOpen(maxOf(line))}
              </Text>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
