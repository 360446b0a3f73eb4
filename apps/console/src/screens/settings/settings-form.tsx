import { SimpleGrid, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { PreconditionFailed, type Settings } from '@purveyor/client'
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
import { settingsKey } from '../../ui/use-settings.ts'
import { useUnloadWarning } from '../../ui/use-unload-warning.ts'
import { sections } from './sections.ts'
import { SettingInput } from './setting-input.tsx'
import { patchOf, type SettingsValues, valuesOf } from './settings-values.ts'

const pointers = new Set(sections.flatMap(({ settings }) => settings.map(({ name }) => `/${name}`)))

/** The form of the settings. Only those that were changed are sent. Others than managers can read them. */
export function SettingsForm({ settings }: { settings: Settings }) {
  const { me, canManage } = useSignedIn()
  const draft = useDraft<SettingsValues>(draftKey(me, 'settings', 'marketplace'), valuesOf(settings))
  const save = useSave(settings, draft)
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
    <form ref={faults.form} onSubmit={submit} noValidate aria-label={t.settings.title}>
      <Stack gap="lg">
        {!canManage && <Text c="dimmed">{t.settings.readOnly}</Text>}
        {draft.isRestored && draft.isChanged && !hasNote && <RestoredNote onDiscard={discard} />}
        {hasNote && (
          <ConflictNote fields={draft.conflicts.map((name) => t.settings.fields[name])} onDiscard={discard} />
        )}
        {faults.other !== undefined && <ErrorAlert error={faults.other} />}
        {sections.map((section) => (
          <Section key={section.title} title={section.title}>
            <SimpleGrid cols={{ base: 1, xs: 2 }} verticalSpacing="lg">
              {section.settings.map((setting) => (
                <SettingInput
                  key={setting.name}
                  setting={setting}
                  value={draft.values[setting.name]}
                  onChange={(value) => draft.change({ [setting.name]: value })}
                  error={faults.at(`/${setting.name}`)}
                  isReadOnly={!canManage}
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

function useSave(settings: Settings, draft: Draft<SettingsValues>) {
  const { purveyor } = useSignedIn()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (values: SettingsValues) =>
      purveyor.platform.settings.update(patchOf(values, draft.base), { ifMatch: settings }),
    onSuccess(saved, sent) {
      draft.saved(sent, valuesOf(saved))
      queries.setQueryData(settingsKey, saved)
      notifications.show({ message: t.settings.saved, color: 'green' })
    },
    async onError(error) {
      // The form then takes over what someone else has changed.
      if (error instanceof PreconditionFailed) await queries.invalidateQueries({ queryKey: settingsKey })
    }
  })
}
