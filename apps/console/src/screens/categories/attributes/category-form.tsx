import { Select, Stack, Text } from '@mantine/core'
import { type CategoryAttributes, type ListedAttribute, ProblemError } from '@purveyor/client'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { attributeEditorTexts } from '../../../texts/attribute-editor.ts'
import { PreviewDialog } from '../../../ui/attributes/preview/preview-dialog.tsx'
import { usePreview } from '../../../ui/attributes/preview/use-preview.ts'
import { attributeKeys } from '../../../ui/attributes/use-attribute-definitions.ts'
import type { CategoryPaths } from '../../../ui/category-paths.ts'
import { Form } from '../../../ui/form.tsx'
import { Section } from '../../../ui/section.tsx'
import { SortableRows } from '../../../ui/sortable-rows.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { bodyOf, type CategoryValues, isField, type ListedRow, valuesOf } from './category-values.ts'
import { InheritedSection } from './inherited-section.tsx'
import { ListedRowFields } from './listed-row-fields.tsx'

const texts = attributeEditorTexts
const maxOffered = 100

type Props = {
  id: string
  name: string
  stored: CategoryAttributes
  definitions: readonly ListedAttribute[]
  paths: CategoryPaths
}

/** Changes which attributes a category lists. Before it is saved, a preview shows what that does to the products. */
export function CategoryForm({ id, name, stored, definitions, paths }: Props) {
  const { purveyor, canWrite } = useSignedIn()
  const queries = useQueryClient()
  const { categoryAttributes } = purveyor.platform
  const preview = usePreview((values: CategoryValues, options) =>
    categoryAttributes.preview(id, bodyOf(values), options)
  )
  const form = useForm({
    kind: 'category-attributes',
    id,
    initial: valuesOf(stored),
    isField,
    send: (values) => categoryAttributes.set(id, bodyOf(values), { ifMatch: stored }),
    valuesOf,
    message: () => texts.categorySaved(name),
    onSaved() {
      preview.close()
      return queries.invalidateQueries({ queryKey: attributeKeys.all })
    },
    onFailed: preview.close,
    onDiscard: preview.close,
    queryKey: attributeKeys.category(id),
    error: preview.fault
  })
  const { faults } = form
  const picker = useRef<HTMLInputElement>(null)
  const { rows } = form.values
  const change = (next: ListedRow[]) => form.change({ rows: next })
  const definitionOf = (code: string) => definitions.find((one) => one.code === code)
  const nameOf = (code: string) => definitionOf(code)?.name ?? code
  const inherited = stored.effective.filter(({ categoryId }) => categoryId !== id)
  const add = (row: ListedRow) => change([...rows, row])

  function submit() {
    form.resetError()
    void preview.start(form.values)
  }
  return (
    <>
      <Form
        label={texts.listed}
        form={form}
        nameOf={(field) => texts.categoryFields[field]}
        onSubmit={submit}
        submitText={texts.reviewAndSave}
        isReadOnly={!canWrite}
      >
        <Section title={texts.listed} hint={texts.listedHint}>
          <Stack>
            {rows.length === 0 && <Text c="dimmed">{texts.listedNone}</Text>}
            {rows.length > 0 && (
              <SortableRows
                rows={rows}
                nameOf={({ key }) => nameOf(key)}
                isReadOnly={!canWrite}
                label={texts.listed}
                onChange={change}
                onRemoved={() => picker.current?.focus()}
              >
                {(row, index) => (
                  <ListedRowFields
                    row={row}
                    definition={definitionOf(row.key)}
                    inherited={inheritedAs(stored, id, row.key)}
                    faultAt={(field) =>
                      isTooLow(preview.fault ?? form.saveError, `/attributes/${index}${field}`)
                        ? texts.lower
                        : faults.at(`/attributes/${index}${field}`)
                    }
                    isReadOnly={!canWrite}
                    onChange={(changes) =>
                      change(rows.map((one) => (one === row ? { ...one, ...changes } : one)))
                    }
                  />
                )}
              </SortableRows>
            )}
            {faults.at('/attributes') && (
              <Text fz="xs" c="var(--mantine-color-error)" role="alert">
                {faults.at('/attributes')}
              </Text>
            )}
            {canWrite && (
              <Select
                ref={picker}
                maw={420}
                label={texts.add}
                placeholder={texts.addPlaceholder}
                data={definitions
                  .filter(({ code }) => !rows.some(({ key }) => key === code))
                  .map(({ code, name: label }) => ({ value: code, label: `${label} (${code})` }))}
                value={null}
                onChange={(code) =>
                  code &&
                  add({
                    key: code,
                    requirement: inheritedAs(stored, id, code) ?? 'OPTIONAL',
                    enforcedFrom: ''
                  })
                }
                searchable
                limit={maxOffered}
                nothingFoundMessage={definitions.length > 0 ? texts.noAttribute : texts.noDefinitions}
              />
            )}
          </Stack>
        </Section>
        <InheritedSection
          inherited={inherited}
          paths={paths}
          listed={new Set(rows.map(({ key }) => key))}
          onRaise={canWrite ? add : undefined}
        />
      </Form>
      <PreviewDialog
        preview={preview}
        isLater={rows.some(({ enforcedFrom }) => enforcedFrom !== '')}
        isSaving={form.isSaving}
        onSubmit={form.save}
      />
    </>
  )
}

/** True if the requirement at a pointer is weaker than that of a category above. */
function isTooLow(error: unknown, pointer: string): boolean {
  const faults = error instanceof ProblemError ? error.faults : []
  return faults.some((fault) => fault.pointer === pointer && fault.code === 'LOWER_THAN_INHERITED')
}

/** Returns the requirement that a category inherits, if that is known: its own one can have replaced it. */
function inheritedAs({ effective }: CategoryAttributes, id: string, code: string) {
  const found = effective.find(({ attribute }) => attribute === code)
  return found && found.categoryId !== id ? found.requirement : undefined
}
