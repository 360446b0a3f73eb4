import { Loader, Table, Text, Tooltip } from '@mantine/core'
import { t } from '../../../texts/texts.ts'
import { pathText } from '../../../ui/category-paths.ts'
import { useCategories } from '../../../ui/use-categories.ts'
import type { PreviewRow } from '../data/file-types.ts'
import { fieldsOf } from '../data/update-fields.ts'
import { fieldLabel } from '../field-label.ts'
import { type ImportDraft, mappedColumns } from './import-draft.ts'
import classes from './new-import.module.css'
import { Section } from './section.tsx'
import type { CheckState } from './use-check.ts'

type Props = { draft: ImportDraft; check: CheckState }

/** The first rows as they will be sent, with their faults. */
export function PreviewSection({ draft, check }: Props) {
  const { result, isChecking } = check
  const used = new Set(mappedColumns(draft).map(({ field }) => field))
  const fields = fieldsOf(draft.mode).flatMap(({ name }) => (used.has(name) ? [name] : []))
  const texts = t.imports.preview
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
                  {fieldLabel(field)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {result.preview.map((row) => (
              <Table.Tr key={row.number}>
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
  const value = row.item[field]
  if (fault)
    return (
      <Tooltip label={fault.message} events={{ hover: true, focus: true, touch: true }}>
        <Table.Td data-fault>
          <Text component="span" inherit>
            {value === undefined ? fault.message : String(value)}
          </Text>
        </Table.Td>
      </Tooltip>
    )
  if (value === undefined) return <Table.Td />
  if (field === 'images')
    return <Table.Td>{t.imports.preview.images(String(value).split('///').length)}</Table.Td>
  if (field !== 'category_ids')
    return <Table.Td>{typeof value === 'boolean' ? (value ? 'Y' : 'N') : String(value)}</Table.Td>
  const ids = String(value).split(',')
  return <Table.Td>{ids.map((id) => pathText(paths?.get(id) ?? [id])).join(', ')}</Table.Td>
}
