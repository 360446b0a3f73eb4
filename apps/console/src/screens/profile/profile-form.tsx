import { SimpleGrid } from '@mantine/core'
import type { VendorProfile } from '@purveyor/client'
import { useSignedIn } from '../../session/session-context.tsx'
import { profileTexts } from '../../texts/profile.ts'
import { Form } from '../../ui/form.tsx'
import { Section } from '../../ui/section.tsx'
import { useForm } from '../../ui/use-form.ts'
import { ProfileInput } from './profile-input.tsx'
import { patchOf, valuesOf } from './profile-values.ts'
import { sections } from './sections.ts'
import { profileKey, useShowProfile } from './use-profile.ts'

const pointers = new Set(sections.flatMap(({ fields }) => fields.map(({ name }) => `/${name}`)))

/** The form of the profile. Only the fields that were changed are sent. */
export function ProfileForm({ profile }: { profile: VendorProfile }) {
  const { purveyor } = useSignedIn()
  const show = useShowProfile()
  const form = useForm({
    kind: 'profile',
    id: profile.id,
    initial: valuesOf(profile),
    isField: (pointer) => pointers.has(pointer),
    send: (values, base) => purveyor.profile.update(patchOf(values, base), { ifMatch: profile }),
    valuesOf,
    message: () => profileTexts.saved,
    onSaved: show,
    queryKey: profileKey
  })
  return (
    <Form label={profileTexts.title} form={form} nameOf={(name) => profileTexts.fields[name]}>
      {sections.map(({ title, hint, fields }) => (
        <Section key={title} title={title} hint={hint}>
          <SimpleGrid cols={{ base: 1, xs: 2 }} verticalSpacing="md">
            {fields.map((field) => (
              <ProfileInput
                key={field.name}
                {...field}
                value={form.values[field.name]}
                onChange={(value) => form.change({ [field.name]: value })}
                error={form.faults.at(`/${field.name}`)}
              />
            ))}
          </SimpleGrid>
        </Section>
      ))}
    </Form>
  )
}
