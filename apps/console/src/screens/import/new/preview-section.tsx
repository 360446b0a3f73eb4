import { Loader, Table, Text, Tooltip } from '@mantine/core'
import { fieldsOf } from '@purveyor/client/catalog-file/field-sets'
import { variantGroup } from '@purveyor/client/catalog-file/fields'
import { splitImages } from '@purveyor/client/catalog-file/values'
import { importsTexts } from '../../../texts/import.ts'
import { pathText } from '../../../ui/category-paths.ts'
import { useCategories } from '../../../ui/use-categories.ts'
import { useUnits } from '../../../ui/use-units.ts'
import { fileMapping } from '../data/file-mapping.ts'
import type { PreviewRow } from '../data/file-types.ts'
import { fieldNames } from '../field-label.ts'
import type { ImportDraft } from './import-draft.ts'
import classes from './new-import.module.css'
import { Section } from './section.tsx'
import type { CheckState } from './use-check.ts'

type Props = { draft: ImportDraft; check: CheckState }

/** The first rows as they will be sent, with their faults. */
export function PreviewSection({ draft, check }: Props) {
  const { result, isChecking } = check
  const { mapping, known } = fileMapping(draft)
  const nameOf = fieldNames(draft.info, useUnits().weightUnit)
  const used = new Set(mapping.columns.map(({ field }) => field))
  // Variants have names even if the file has no column for them.
  const isShown = (name: string) => used.has(name) || (name === 'variant_name' && used.has(variantGroup))
  const all = [...fieldsOf(draft.mode), ...known.filter(({ attribute }) => attribute)]
  const fields = all.flatMap(({ name }) => (isShown(name) ? [name] : []))
  const texts = importsTexts.preview
  if (!result) return null
  return (
    <Section title={texts.title} intro={texts.intro} actions={isChecking && <Loader size="xs" />}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls the table */}
      <section className={classes.scroll} tabIndex={0} aria-label={texts.label}>
        <Table className={classes.preview} verticalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{texts.row}</Table.Th>
              {fields.map((field) => (
                <Table.Th key={field} scope="col">
                  {nameOf(field)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {result.preview.map((row) => (
              <Table.Tr key={row.number} data-continued={!row.isFirst || undefined}>
                <Table.Th scope="row" c="dimmed" fw={400}>
                  {row.number}
                </Table.Th>
                {row.isProduct ? (
                  <Table.Td colSpan={fields.length}>
                    {texts.product}: {String(row.item.name ?? row.item.sku ?? '')}
                  </Table.Td>
                ) : (
                  fields.map((field) => <Cell key={field} row={row} field={field} />)
                )}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
    </Section>
  )
}

function Cell({ row, field }: { row: PreviewRow; field: string }) {
  const { data: paths } = useCategories()
  const fault = row.faults.find((one) => one.field === field)
  const value = textOf(cellValue(row, field))
  if (fault)
    return (
      <Tooltip label={fault.message} events={{ hover: true, focus: true, touch: true }}>
        <Table.Td data-fault>
          <Text component="span" inherit>
            {value ?? fault.message}
          </Text>
        </Table.Td>
      </Tooltip>
    )
  if (value === undefined) return <Table.Td />
  if (field === 'images') return <Table.Td>{importsTexts.preview.images(splitImages(value).length)}</Table.Td>
  if (field !== 'category_ids') return <Table.Td>{value}</Table.Td>
  const ids = value.split(',')
  return <Table.Td>{ids.map((id) => pathText(paths?.get(id) ?? [id])).join(', ')}</Table.Td>
}

/** The attributes of a row are in one object. */
function cellValue({ item }: PreviewRow, field: string): unknown {
  const [name = '', code] = field.split('/')
  return code === undefined ? item[name] : (item[name] as Record<string, unknown> | undefined)?.[code]
}

function textOf(value: unknown): string | undefined {
  if (value === undefined) return undefined
  if (typeof value === 'boolean') return value ? 'Y' : 'N'
  if (Array.isArray(value)) return value.join(', ')
  // The attributes of a variant.
  if (typeof value === 'object' && value !== null) return importsTexts.preview.attributes({ ...value })
  return String(value)
}
