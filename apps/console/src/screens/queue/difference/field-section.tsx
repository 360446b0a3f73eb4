import { Group, Title } from '@mantine/core'
import { memo, type ReactNode, useId } from 'react'
import { fieldName } from '../../../ui/field-name.ts'
import classes from './difference.module.css'
import { useDifference } from './difference-context.tsx'

type Props = {
  field: string
  /** What is shown between the heading and the control of the reviewer. */
  note?: ReactNode
  /** True for short values, which are shown beside their heading. */
  isRow?: boolean
  children: ReactNode
}

/** A field of an entry: its name, the controls of the reviewer, and what changed. */
export function FieldSection({ field, note, isRow = false, children }: Props) {
  const { entry, fieldControls, isCompact } = useDifference()
  const id = useId()
  const { action, footer } = fieldControls?.(field) ?? {}
  return (
    <section
      className={classes.field}
      data-field={field}
      data-row={isRow || undefined}
      // Lists of many entries would have too many regions with equal names.
      role={isCompact ? 'group' : undefined}
      aria-labelledby={id}
    >
      <div className={classes.fieldHead}>
        <FieldName id={id} order={entry.kind === 'PRODUCT' ? 4 : 3} field={field} note={note} />
        {action && <div className={classes.fieldAction}>{action}</div>}
      </div>
      <div className={classes.fieldBody}>{children}</div>
      {footer && <div className={classes.fieldFooter}>{footer}</div>}
    </section>
  )
}

type NameProps = { id: string; order: 3 | 4; field: string; note: ReactNode }

/** The name of a field, which is the same in the next entry. */
const FieldName = memo(function FieldName({ id, order, field, note }: NameProps) {
  return (
    <Group gap="xs">
      <Title order={order} id={id} className={classes.fieldName}>
        {fieldName(field)}
      </Title>
      {note}
    </Group>
  )
})
