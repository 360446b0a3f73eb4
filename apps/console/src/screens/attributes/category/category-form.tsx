import { Select, Stack, Text } from '@mantine/core'
import {
  type CategoryAttributes,
  type ListedAttribute,
  PreconditionFailed,
  ProblemError
} from '@purveyor/client'
import { type SubmitEvent, useRef } from 'react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { t } from '../../../texts/texts.ts'
import type { CategoryPaths } from '../../../ui/category-paths.ts'
import { ConflictNote } from '../../../ui/conflict-note.tsx'
import { draftKey } from '../../../ui/drafts.ts'
import { RestoredNote } from '../../../ui/restored-note.tsx'
import { SaveBar } from '../../../ui/save-bar.tsx'
import { SaveError } from '../../../ui/save-error.tsx'
import { Section } from '../../../ui/section.tsx'
import { SortableRows } from '../../../ui/sortable-rows.tsx'
import { useDraft } from '../../../ui/use-draft.ts'
import { useFormFaults } from '../../../ui/use-form-faults.ts'
import { useUnloadWarning } from '../../../ui/use-unload-warning.ts'
import { PreviewDialog } from '../preview/preview-dialog.tsx'
import { type CategoryValues, isField, type ListedRow, valuesOf } from './category-values.ts'
import { InheritedSection } from './inherited-section.tsx'
import { ListedRowFields } from './listed-row-fields.tsx'
import { useSaveCategory } from './use-save-category.ts'

const texts = t.attributeEditor
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
  const { me, canWrite } = useSignedIn()
  const draft = useDraft<CategoryValues>(draftKey(me, 'category-attributes', id), valuesOf(stored))
  const { save, preview } = useSaveCategory({ id, name, stored, draft })
  useUnloadWarning(draft.isChanged)
  const isConflict = save.error instanceof PreconditionFailed
  const faults = useFormFaults(isConflict ? null : (save.error ?? preview.fault), isField)
  const picker = useRef<HTMLInputElement>(null)
  const { rows } = draft.values
  const change = (next: ListedRow[]) => draft.change({ rows: next })
  const definitionOf = (code: string) => definitions.find((one) => one.code === code)
  const nameOf = (code: string) => definitionOf(code)?.name ?? code
  const inherited = stored.effective.filter(({ categoryId }) => categoryId !== id)
  const add = (row: ListedRow) => change([...rows, row])

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    save.reset()
    void preview.start(draft.values)
  }
  function discard() {
    draft.reset()
    save.reset()
    preview.close()
  }
  const hasNote = isConflict || draft.conflicts.length > 0
  return (
    <form ref={faults.form} onSubmit={submit} noValidate aria-label={texts.listed}>
      <Stack gap="lg">
        {draft.isRestored && draft.isChanged && !hasNote && <RestoredNote onDiscard={discard} />}
        {hasNote && (
          <ConflictNote
            fields={draft.conflicts.map((field) => texts.categoryFields[field])}
            onDiscard={discard}
          />
        )}
        {faults.other !== undefined && <SaveError error={faults.other} />}
        <Stack gap="lg" inert={save.isPending}>
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
                        isTooLow(preview.fault ?? save.error, `/attributes/${index}${field}`)
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
                  nothingFoundMessage={texts.noAttribute}
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
        </Stack>
      </Stack>
      {draft.isChanged && canWrite && (
        <SaveBar isSaving={save.isPending} onDiscard={discard} submitText={texts.reviewAndSave} />
      )}
      <PreviewDialog
        preview={preview}
        isLater={rows.some(({ enforcedFrom }) => enforcedFrom !== '')}
        isSaving={save.isPending}
        onSubmit={() => save.mutate(draft.values, { onSettled: preview.close })}
      />
    </form>
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
