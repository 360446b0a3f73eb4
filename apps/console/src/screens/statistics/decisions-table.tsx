import { Table } from '@mantine/core'
import { t } from '../../texts/texts.ts'
import { formatNumber } from '../../ui/format.ts'
import { nameOf } from './decisions-panel.tsx'
import type { Decided } from './periods.ts'
import classes from './statistics.module.css'

type Props = { groups: readonly Decided[]; isByWeek: boolean; label: string }

/** The numbers of the chart as a table, the newest first. */
export function DecisionsTable({ groups, isByWeek, label }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it
    <section className={classes.scroll} tabIndex={0} aria-label={label}>
      <Table stickyHeader highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{isByWeek ? t.statistics.week : t.statistics.day}</Table.Th>
            {[
              t.statistics.approved,
              t.statistics.rejected,
              t.statistics.total,
              t.statistics.byRulesShare
            ].map((name) => (
              <Table.Th key={name} scope="col" className={classes.number}>
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {groups.toReversed().map((group) => (
            <Row key={group.first} group={group} />
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}

function Row({ group }: { group: Decided }) {
  const { approved, rejected, byRules } = group
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={400} className={classes.name}>
        {nameOf(group)}
      </Table.Th>
      <Table.Td className={classes.number}>{formatNumber(approved)}</Table.Td>
      <Table.Td className={classes.number}>{formatNumber(rejected)}</Table.Td>
      <Table.Td className={classes.number}>{formatNumber(approved + rejected)}</Table.Td>
      <Table.Td className={classes.number}>{formatNumber(byRules)}</Table.Td>
    </Table.Tr>
  )
}
