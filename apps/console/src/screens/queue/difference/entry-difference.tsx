import { Title } from '@mantine/core'
import type { ModerationEntry } from '@purveyor/client'
import { t } from '../../../texts/texts.ts'
import { fieldName } from '../../../ui/field-name.ts'
import { entryKey } from '../entry.ts'
import classes from './difference.module.css'
import { type DifferenceOptions, DifferenceProvider } from './difference-context.tsx'
import { FieldSection } from './field-section.tsx'
import { FieldValue } from './field-value.tsx'
import { type ChangedField, formOf, groupedFields } from './fields.ts'
import { TextViewSwitch } from './text/text-view-switch.tsx'

type Props = DifferenceOptions & {
  /** An entry of any kind. */
  entry: ModerationEntry
}

/**
 * Shows exactly what changed in an entry of the review queue: for staged edits and changes of watched fields, the
 * fields that changed; for a new product, all fields that are set.
 */
export function EntryDifference({ entry, fieldControls, imageAction, isCompact }: Props) {
  const groups = groupedFields(entry)
  const key = entryKey(entry)
  return (
    <DifferenceProvider value={{ entry, fieldControls, imageAction, isCompact }}>
      <div className={classes.entry} data-difference data-compact={isCompact || undefined}>
        {entry.kind === 'PRODUCT' ? (
          groups.map(({ group, fields }) => (
            <Group key={group} entry={key} title={t.difference.groups[group]} fields={fields} />
          ))
        ) : (
          <Changes
            entry={key}
            fields={groups.flatMap(({ fields }) => fields)}
            isLive={entry.kind === 'CHANGE'}
            isCompact={isCompact ?? false}
          />
        )}
      </div>
    </DifferenceProvider>
  )
}

function Group({ entry, title, fields }: { entry: string; title: string; fields: ChangedField[] }) {
  return (
    <div className={classes.group}>
      {(fields.length > 1 || fieldName(fields[0]?.field ?? '') !== title) && (
        <Title order={3} className={classes.groupName}>
          {title}
        </Title>
      )}
      {fields.map(({ field, changes }) => (
        <FieldSection key={field} field={field} isRow={isShort(field)}>
          <FieldValue key={entry} field={field} changes={changes} />
        </FieldSection>
      ))}
    </div>
  )
}

/** True for fields whose values are shown beside their names. */
function isShort(field: string): boolean {
  return ['value', 'text'].includes(formOf(field)) && !['name', 'shortDescription'].includes(field)
}

type ChangesProps = { entry: string; fields: ChangedField[]; isLive: boolean; isCompact: boolean }

function Changes({ entry, fields, isLive, isCompact }: ChangesProps) {
  const hasTexts = fields.some(({ field }) => ['text', 'html'].includes(formOf(field)))
  return (
    <>
      {!isCompact && (
        <div className={classes.bar}>
          <span>
            {t.difference.changedFields(fields.length)}
            {isLive && `. ${t.difference.liveChanges}`}
          </span>
          {hasTexts && <TextViewSwitch />}
        </div>
      )}
      {fields.map(({ field, changes }) => (
        <FieldSection key={field} field={field}>
          <FieldValue key={entry} field={field} changes={changes} />
        </FieldSection>
      ))}
    </>
  )
}
