import { SimpleGrid, Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { PreconditionFailed, type VendorProfile } from '@purveyor/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import { useSignedIn } from '../../session/session-context.tsx'
import { t } from '../../texts/texts.ts'
import { ConflictNote } from '../../ui/conflict-note.tsx'
import { draftKey } from '../../ui/drafts.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { RestoredNote } from '../../ui/restored-note.tsx'
import { SaveBar } from '../../ui/save-bar.tsx'
import { Section } from '../../ui/section.tsx'
import { type Draft, useDraft } from '../../ui/use-draft.ts'
import { useFormFaults } from '../../ui/use-form-faults.ts'
import { useUnloadWarning } from '../../ui/use-unload-warning.ts'
import { ProfileInput } from './profile-input.tsx'
import { type ProfileValues, patchOf, valuesOf } from './profile-values.ts'
import { sections } from './sections.ts'
import { profileKey, useShowProfile } from './use-profile.ts'

const pointers = new Set(sections.flatMap(({ fields }) => fields.map(({ name }) => `/${name}`)))

/** The form of the profile. Only the fields that were changed are sent. */
export function ProfileForm({ profile }: { profile: VendorProfile }) {
  const { me } = useSignedIn()
  const draft = useDraft<ProfileValues>(draftKey(me, 'profile', profile.id), valuesOf(profile))
  const save = useSave(profile, draft)
  useUnloadWarning(draft.isChanged)
  const isConflict = save.error instanceof PreconditionFailed
  const faults = useFormFaults(isConflict ? null : save.error, (pointer) => pointers.has(pointer))
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    save.mutate(draft.values)
  }
  function discard() {
    draft.reset()
    save.reset()
  }
  const hasNote = isConflict || draft.conflicts.length > 0
  return (
    <form ref={faults.form} onSubmit={submit} noValidate aria-label={t.profile.title}>
      <Stack gap="lg">
        {draft.isRestored && draft.isChanged && !hasNote && <RestoredNote onDiscard={discard} />}
        {hasNote && (
          <ConflictNote fields={draft.conflicts.map((name) => t.profile.fields[name])} onDiscard={discard} />
        )}
        {faults.other !== undefined && <ErrorAlert error={faults.other} />}
        {sections.map(({ title, hint, fields }) => (
          <Section key={title} title={title} hint={hint}>
            <SimpleGrid cols={{ base: 1, xs: 2 }} verticalSpacing="md">
              {fields.map((field) => (
                <ProfileInput
                  key={field.name}
                  {...field}
                  value={draft.values[field.name]}
                  onChange={(value) => draft.change({ [field.name]: value })}
                  error={faults.at(`/${field.name}`)}
                />
              ))}
            </SimpleGrid>
          </Section>
        ))}
      </Stack>
      {draft.isChanged && <SaveBar isSaving={save.isPending} onDiscard={discard} />}
    </form>
  )
}

function useSave(profile: VendorProfile, draft: Draft<ProfileValues>) {
  const { purveyor } = useSignedIn()
  const queries = useQueryClient()
  const show = useShowProfile()
  return useMutation({
    mutationFn: (values: ProfileValues) =>
      purveyor.profile.update(patchOf(values, draft.base), { ifMatch: profile }),
    onSuccess(saved, sent) {
      draft.saved(sent, valuesOf(saved))
      show(saved)
      notifications.show({ message: t.profile.saved, color: 'green' })
    },
    async onError(error) {
      // The form then takes over what someone else has changed.
      if (error instanceof PreconditionFailed) await queries.invalidateQueries({ queryKey: profileKey })
    }
  })
}
