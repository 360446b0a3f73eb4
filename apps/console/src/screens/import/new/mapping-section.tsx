import { Alert, Button, Select, Table, Text } from '@mantine/core'
import { hasVariantFields } from '@purveyor/client/catalog-file/catalog-items'
import { fieldsOf } from '@purveyor/client/catalog-file/field-sets'
import type { Field } from '@purveyor/client/catalog-file/fields'
import { variantGroup } from '@purveyor/client/catalog-file/fields'
import { type MappedColumn, withColumn } from '@purveyor/client/catalog-file/mapping'
import { nameColumn } from '@purveyor/client/catalog-file/variant-item'
import { flatOnlyFields } from '@purveyor/client/catalog-file/variant-names'
import { useMemo, useState } from 'react'
import { listed } from '../../../texts/en/counted.ts'
import { importsTexts } from '../../../texts/import.ts'
import { useUnits } from '../../../ui/use-units.ts'
import { fileMapping } from '../data/file-mapping.ts'
import { fieldNames } from '../field-label.ts'
import { type DraftChange, type ImportDraft, missingFields, repeatedFields } from './import-draft.ts'
import classes from './new-import.module.css'
import { Section } from './section.tsx'

type Props = { draft: ImportDraft; isLocked: boolean; change: (change: DraftChange) => void }

/** Returns what has to be known about a column with this field. */
function hintOf(
  mapped: MappedColumn | undefined,
  columns: MappedColumn[],
  { mode, onExisting }: Pick<ImportDraft, 'mode' | 'onExisting'>
): string | undefined {
  if (!mapped) return undefined
  const { field, note } = mapped
  const texts = importsTexts.mapping
  const named = columns.find((one) => one.field === 'attribute' && nameColumn(one.column, columns) === mapped)
  if (field === null && named) return texts.names(named.column)
  if (note) return texts.retail
  if (field === variantGroup) return texts.group
  const replaces = mode === 'update' || onExisting === 'update'
  if (replaces && (field === 'attribute' || field?.startsWith('attributes/'))) return texts.replacesAttributes
  if (field === null || !hasVariantFields(columns)) return undefined
  if (field === 'amount' && onExisting === 'update') return texts.stockOfNew
  return flatOnlyFields.includes(field) ? texts.notForVariants : undefined
}

/** How many columns that aren't sent are shown at first. */
const maxUnsent = 6

/** Chooses the field of each column. */
export function MappingSection({ draft, isLocked, change }: Props) {
  const { info, map, mode } = draft
  const [isComplete, setComplete] = useState(false)
  const { mapping, known, ambiguous } = useMemo(() => fileMapping({ info, map, mode }), [info, map, mode])
  const { columns } = mapping
  const { weightUnit } = useUnits()
  const nameOf = useMemo(() => fieldNames(info, weightUnit), [info, weightUnit])
  const texts = importsTexts.mapping
  if (info.columns.length === 0) return <Alert color="blue">{texts.variants}</Alert>
  const own = columns.filter(({ column }) => !column.startsWith('_'))
  const unsent = own.filter(({ field }) => field === null)
  const hidden = isComplete ? [] : unsent.slice(maxUnsent)
  const choiceOf = ({ name, isRequired }: Field) => ({
    value: name,
    label: isRequired ? `${nameOf(name)} (${texts.required})` : nameOf(name)
  })
  const choices = [
    { group: texts.fields, items: fieldsOf(mode).map(choiceOf) },
    { group: texts.attributes, items: known.filter(({ attribute }) => attribute).map(choiceOf) }
  ]
  const names = (fields: string[]) => listed('and', fields.map(nameOf), '', 0)
  const missing = missingFields(draft)
  const repeated = repeatedFields(draft)
  return (
    <Section title={texts.title} intro={texts.intro}>
      {missing.length > 0 && (
        <Alert color="amber" role="status">
          {texts.missing(names(missing))}
        </Alert>
      )}
      {repeated.length > 0 && (
        <Alert color="amber" role="status">
          {texts.repeated(names(repeated))}
        </Alert>
      )}
      <Table className={classes.mapping} verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{texts.column}</Table.Th>
            <Table.Th scope="col">{texts.sample}</Table.Th>
            <Table.Th scope="col">{texts.field}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {own
            .filter((column) => !hidden.includes(column))
            .map(({ column, index, field }) => (
              <Table.Tr key={column}>
                <Table.Td fw={600}>{column}</Table.Td>
                <Table.Td className={classes.sample}>
                  <Text c="dimmed" inherit lineClamp={1}>
                    {info.samples[index] || texts.noValue}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <Select
                    aria-label={texts.fieldOf(column)}
                    placeholder={texts.notSent}
                    description={
                      ambiguous.some((one) => one.column === column)
                        ? texts.ambiguous
                        : hintOf(columns[index], columns, draft)
                    }
                    data={choices}
                    value={field}
                    onChange={(chosen) => change({ map: withColumn(map, column, chosen) })}
                    clearable={!isLocked}
                    searchable
                    disabled={isLocked}
                    size="xs"
                  />
                </Table.Td>
              </Table.Tr>
            ))}
        </Table.Tbody>
      </Table>
      {hidden.length > 0 && (
        <Button variant="subtle" size="xs" onClick={() => setComplete(true)}>
          {texts.more(hidden.length)}
        </Button>
      )}
    </Section>
  )
}
