import type { ModerationEntry } from '@purveyor/client'
import classes from './difference.module.css'
import { type DifferenceOptions, DifferenceProvider } from './difference-context.tsx'
import { FieldSection } from './field-section.tsx'
import { type ChangedField, groupedFields } from './fields.ts'

type Props = DifferenceOptions & {
  /** An entry of any kind. */
  entry: ModerationEntry
}

/** Shows exactly what changed in an entry of the review queue. A new product is shown with all of its fields. */
export function EntryDifference({ entry, fieldControls, imageAction, isCompact }: Props) {
  return (
    <DifferenceProvider value={{ entry, fieldControls, imageAction, isCompact }}>
      <div className={classes.entry}>
        {groupedFields(entry).flatMap(({ fields }) =>
          fields.map((field) => <Field key={field.field} {...field} />)
        )}
      </div>
    </DifferenceProvider>
  )
}

function Field({ field, changes }: ChangedField) {
  return (
    <FieldSection field={field}>
      {changes.map(({ variantId, live, proposed }) => (
        <p key={variantId ?? ''} className={classes.plain}>
          {live !== null && <del>{textOf(live)}</del>} <ins>{textOf(proposed)}</ins>
        </p>
      ))}
    </FieldSection>
  )
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
