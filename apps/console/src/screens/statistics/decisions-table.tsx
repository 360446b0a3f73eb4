import { statisticsTexts } from '../../texts/statistics.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { formatNumber } from '../../ui/format.ts'
import { nameOf } from './decisions-panel.tsx'
import type { Decided } from './periods.ts'
import classes from './statistics.module.css'

type Props = { groups: readonly Decided[]; isByWeek: boolean; label: string }

/** The numbers of the chart as a table, the newest first. */
export function DecisionsTable({ groups, isByWeek, label }: Props) {
  const number = (key: string, name: string, read: (group: Decided) => number) => ({
    ...{ key, label: name, isNumber: true },
    cell: (group: Decided) => formatNumber(read(group))
  })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it
    <section className={classes.scroll} tabIndex={0} aria-label={label}>
      <DataTable
        label={label}
        rows={groups.toReversed()}
        keyOf={({ first }) => String(first)}
        isNarrow
        columns={[
          { key: 'period', label: isByWeek ? statisticsTexts.week : statisticsTexts.day, cell: nameOf },
          number('approved', statisticsTexts.approved, ({ approved }) => approved),
          number('rejected', statisticsTexts.rejected, ({ rejected }) => rejected),
          number('total', statisticsTexts.total, ({ approved, rejected }) => approved + rejected),
          number('byRules', statisticsTexts.byRulesShare, ({ byRules }) => byRules)
        ]}
      />
    </section>
  )
}
