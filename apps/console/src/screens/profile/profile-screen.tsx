import { Skeleton, Stack } from '@mantine/core'
import { useSignedIn } from '../../session/session-context.tsx'
import { profileTexts } from '../../texts/profile.ts'
import { countryName } from '../../ui/countries.ts'
import { Details } from '../../ui/details.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { Page } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import { LogoPanel } from './logo-panel.tsx'
import { ProfileForm } from './profile-form.tsx'
import { valuesOf } from './profile-values.ts'
import { sections } from './sections.ts'
import { TermsPanel } from './terms-panel.tsx'
import { useProfile } from './use-profile.ts'

/** The profile of the vendor. */
export default function ProfileScreen() {
  const { canWrite } = useSignedIn()
  const { data: profile, error, refetch } = useProfile()
  return (
    <Page title={profileTexts.title} intro={profileTexts.intro}>
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!profile && !error && <Skeleton h={640} radius="md" aria-busy />}
      {profile && (
        <Stack gap="lg">
          {canWrite ? <ProfileForm profile={profile} /> : <ReadOnlyProfile values={valuesOf(profile)} />}
          <LogoPanel profile={profile} />
          <TermsPanel profile={profile} />
        </Stack>
      )}
    </Page>
  )
}

/** The profile as viewers see it. */
function ReadOnlyProfile({ values }: { values: ReturnType<typeof valuesOf> }) {
  return (
    <Stack gap="lg">
      {sections.map(({ title, fields }) => (
        <Section key={title} title={title}>
          <Details
            rows={fields.map(({ name, kind }) => [
              profileTexts.fields[name],
              kind === 'country' ? (countryName(values[name]) ?? values[name]) : values[name]
            ])}
          />
        </Section>
      ))}
    </Stack>
  )
}
