// biome-ignore-all lint/a11y/useSemanticElements: the rows of a virtual list are positioned, which those of a table can't be
// biome-ignore-all lint/a11y/useFocusableInteractive: only the cells of the body take the focus
import { Checkbox } from '@mantine/core'
import { t } from '../../texts/texts.ts'
import classes from './grid.module.css'
import { type GridColumn, type GridSelection, widthStyle } from './grid-types.ts'

type Props<Row> = {
  columns: readonly GridColumn<Row>[]
  selection: GridSelection<Row> | undefined
}

/** The names of the columns, and the checkbox that selects all rows. They stay in view. */
export function GridHeader<Row>({ columns, selection }: Props<Row>) {
  const offset = selection ? 2 : 1
  return (
    <div role="rowgroup" className={classes.header}>
      <div role="row" aria-rowindex={1} className={classes.headerRow}>
        {selection && (
          <div role="columnheader" aria-colindex={1} className={classes.select}>
            <Checkbox
              size="xs"
              aria-label={t.grid.selectAll}
              checked={selection.state === 'all'}
              indeterminate={selection.state === 'some'}
              onChange={() => selection.onSelectAll(selection.state !== 'all')}
            />
          </div>
        )}
        {columns.map(({ key, label, width, grows, isNumber }, index) => (
          <div
            key={key}
            role="columnheader"
            aria-colindex={index + offset}
            className={classes.cell}
            data-first={index === 0 || undefined}
            data-number={isNumber || undefined}
            data-grows={grows || undefined}
            style={widthStyle(width)}
          >
            <span className={classes.text}>{label}</span>
          </div>
        ))}
      </div>
    </div>
  )
}
