import { type InputWrapperProps, NumberInput, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type PlatformCategory, PreconditionFailed } from '@purveyor/client'
import { useQueryClient } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { taxonomyTexts } from '../../../texts/taxonomy.ts'
import { ConflictNote } from '../../../ui/conflict-note.tsx'
import { draftKey } from '../../../ui/drafts.ts'
import { RestoredNote } from '../../../ui/restored-note.tsx'
import { SaveBar } from '../../../ui/save-bar.tsx'
import { SaveError } from '../../../ui/save-error.tsx'
import { useDraft } from '../../../ui/use-draft.ts'
import { useFormFaults } from '../../../ui/use-form-faults.ts'
import { useMutation } from '../../../ui/use-mutation.ts'
import { useUnloadWarning } from '../../../ui/use-unload-warning.ts'
import { categoryKeys, useReadAgain } from '../use-category-tree.ts'

const texts = taxonomyTexts
type Values = { name: string; slug: string; position: number | string }
const fields = ['name', 'slug', 'position'] as const
/** Hints are below the inputs, so that the inputs of a row are side by side. */
const belowInput: InputWrapperProps['inputWrapperOrder'] = ['label', 'input', 'description', 'error']

const valuesOf = ({ name, slug, position }: PlatformCategory): Values => ({ name, slug, position })

/** The name, the slug and the position of a category. */
export function DetailsForm({ category }: { category: PlatformCategory }) {
  const { me, canWrite, purveyor } = useSignedIn()
  const queries = useQueryClient()
  const readAgain = useReadAgain()
  const draft = useDraft<Values>(draftKey(me, 'category', category.id), valuesOf(category))
  const save = useMutation({
    mutationFn: ({ name, slug, position }: Values) =>
      purveyor.platform.categories.update(
        category.id,
        { name, slug, position: position === '' ? 0 : Number(position) },
        { ifMatch: category }
      ),
    async onSuccess(saved, sent) {
      notifications.show({ message: texts.saved(saved.name), color: 'green' })
      draft.saved(sent, valuesOf(saved))
      await readAgain(saved)
    },
    async onError(error) {
      // The form then takes over what someone else has changed.
      if (error instanceof PreconditionFailed)
        await queries.invalidateQueries({ queryKey: categoryKeys.one(category.id) })
    }
  })
  useUnloadWarning(draft.isChanged)
  const isConflict = save.error instanceof PreconditionFailed
  const faults = useFormFaults(isConflict ? null : save.error, (pointer) =>
    fields.some((field) => pointer === `/${field}`)
  )
  const hasNote = isConflict || draft.conflicts.length > 0
  const { values } = draft
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    save.mutate(values)
  }
  function discard() {
    draft.reset()
    save.reset()
  }
  const text = (field: 'name' | 'slug') => ({
    value: values[field],
    readOnly: !canWrite,
    error: faults.at(`/${field}`),
    onChange: (event: { currentTarget: { value: string } }) =>
      draft.change({ [field]: event.currentTarget.value })
  })
  return (
    <form ref={faults.form} onSubmit={submit} noValidate aria-label={texts.tabs.details}>
      <Stack>
        {draft.isRestored && draft.isChanged && !hasNote && <RestoredNote onDiscard={discard} />}
        {hasNote && (
          <ConflictNote fields={draft.conflicts.map((field) => texts.fields[field])} onDiscard={discard} />
        )}
        {faults.other !== undefined && <SaveError error={faults.other} />}
        <TextInput label={texts.name} maxLength={255} required {...text('name')} />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            label={texts.slug}
            description={texts.slugHint}
            inputWrapperOrder={belowInput}
            maxLength={255}
            {...text('slug')}
          />
          <NumberInput
            label={texts.position}
            description={texts.positionHint}
            inputWrapperOrder={belowInput}
            min={0}
            allowDecimal={false}
            value={values.position}
            readOnly={!canWrite}
            error={faults.at('/position')}
            onChange={(position) => draft.change({ position })}
          />
        </SimpleGrid>
      </Stack>
      {draft.isChanged && canWrite && <SaveBar isSaving={save.isPending} onDiscard={discard} />}
    </form>
  )
}
