import { Title } from '@mantine/core'
import type { ModerationEntry } from '@purveyor/client'
import { memo, useId } from 'react'
import { differenceTexts } from '../../../texts/difference.ts'
import { fieldName } from '../../../ui/field-name.ts'
import { entryKey } from '../entry.ts'
import { CorrectionForm, CorrectionNote, useCorrection } from './correction.tsx'
import classes from './difference.module.css'
import { type DifferenceOptions, DifferenceProvider, useDifference } from './difference-context.tsx'
import { FieldValue } from './field-value.tsx'
import { type ChangedField, formOf, groupedFields } from './fields.ts'
import { TextViewSwitch } from './text-difference.tsx'

type Props = DifferenceOptions & {
  /** An entry of any kind. */
  entry: ModerationEntry
}

/**
 * Shows exactly what changed in an entry of the review queue: for staged edits and changes of watched fields, the
 * fields that changed; for a new product, all fields that are set.
 */
export function EntryDifference({ entry, isCompact, ...options }: Props) {
  const groups = groupedFields(entry)
  const fields = groups.flatMap((group) => group.fields)
  const hasTexts = fields.some(({ field }) => ['text', 'html'].includes(formOf(field)))
  return (
    <DifferenceProvider value={{ entry, isCompact, ...options }}>
      <div
        className={classes.entry}
        data-difference
        data-entry-shown={entryKey(entry)}
        data-compact={isCompact || undefined}
      >
        {entry.kind === 'PRODUCT' ? (
          groups.map(({ group, fields }) => (
            <div key={group} className={classes.group}>
              {(fields.length > 1 || fieldName(fields[0]?.field ?? '') !== differenceTexts.groups[group]) && (
                <Title order={3} className={classes.groupName}>
                  {differenceTexts.groups[group]}
                </Title>
              )}
              {fields.map((field) => (
                <FieldSection key={field.field} {...field} />
              ))}
            </div>
          ))
        ) : (
          <>
            {!isCompact && (
              <div className={classes.bar}>
                <span>
                  {differenceTexts.changedFields(fields.length)}
                  {entry.kind === 'CHANGE' && `. ${differenceTexts.liveChanges}`}
                </span>
                {hasTexts && <TextViewSwitch />}
              </div>
            )}
            {fields.map((field) => (
              <FieldSection key={field.field} {...field} />
            ))}
          </>
        )}
      </div>
    </DifferenceProvider>
  )
}

/** The values that need the whole width. The others of a new product are beside their names. */
const wide = ['images', 'variants', 'price']

/** A field of an entry: its name, the controls of the reviewer, and what changed. */
function FieldSection({ field, changes }: ChangedField) {
  const { entry, fieldControls, isCompact } = useDifference()
  const id = useId()
  const { action, footer } = fieldControls?.(field) ?? {}
  const correction = useCorrection(field, changes)
  const isNew = entry.kind === 'PRODUCT'
  const isRow = isNew && !wide.includes(formOf(field))
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
        <FieldName id={id} order={isNew ? 4 : 3} field={field} />
        {(action || correction.button) && (
          <div className={classes.fieldAction}>
            {correction.button}
            {action}
          </div>
        )}
      </div>
      <div className={classes.fieldBody}>
        <FieldValue key={entryKey(entry)} field={field} changes={changes} />
        <CorrectionNote field={field} />
        {correction.isOpen && <CorrectionForm key={entryKey(entry)} {...correction} />}
      </div>
      {footer && <div className={classes.fieldFooter}>{footer}</div>}
    </section>
  )
}

type NameProps = { id: string; order: 3 | 4; field: string }

/** The name of a field, which is the same in the next entry. */
const FieldName = memo(function FieldName({ id, order, field }: NameProps) {
  return (
    <Title order={order} id={id} className={classes.fieldName}>
      {fieldName(field)}
    </Title>
  )
})
