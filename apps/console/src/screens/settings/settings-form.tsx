import { SimpleGrid, Text } from '@mantine/core'
import type { Settings } from '@purveyor/client'
import { useQueryClient } from '@tanstack/react-query'
import { useSignedIn } from '../../session/session-context.tsx'
import { settingsTexts } from '../../texts/settings.ts'
import { Form } from '../../ui/form.tsx'
import { Section } from '../../ui/section.tsx'
import { useForm } from '../../ui/use-form.ts'
import { settingsKey } from '../../ui/use-settings.ts'
import { sections } from './sections.ts'
import { SettingInput } from './setting-input.tsx'
import { patchOf, valuesOf } from './settings-values.ts'

const pointers = new Set(sections.flatMap(({ settings }) => settings.map(({ name }) => `/${name}`)))

/** The form of the settings. Only those that were changed are sent. Others than managers can read them. */
export function SettingsForm({ settings }: { settings: Settings }) {
  const { purveyor, canManage } = useSignedIn()
  const queries = useQueryClient()
  const form = useForm({
    kind: 'settings',
    id: 'marketplace',
    initial: valuesOf(settings),
    isField: (pointer) => pointers.has(pointer),
    send: (values, base) => purveyor.platform.settings.update(patchOf(values, base), { ifMatch: settings }),
    valuesOf,
    message: () => settingsTexts.saved,
    onSaved: (saved) => queries.setQueryData(settingsKey, saved),
    queryKey: settingsKey
  })
  return (
    <Form label={settingsTexts.title} form={form} nameOf={(name) => settingsTexts.fields[name]}>
      {!canManage && <Text c="dimmed">{settingsTexts.readOnly}</Text>}
      {sections.map((section) => (
        <Section key={section.title} title={section.title} {...(section.hint && { hint: section.hint })}>
          <SimpleGrid cols={{ base: 1, xs: 2 }} verticalSpacing="lg">
            {section.settings.map((setting) => (
              <SettingInput
                key={setting.name}
                setting={setting}
                value={form.values[setting.name]}
                onChange={(value) => form.change({ [setting.name]: value })}
                error={form.faults.at(`/${setting.name}`)}
                isReadOnly={!canManage}
              />
            ))}
          </SimpleGrid>
        </Section>
      ))}
    </Form>
  )
}
