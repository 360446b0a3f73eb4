import { Skeleton, Stack } from '@mantine/core'
import { settingsTexts } from '../../texts/settings.ts'
import { Details } from '../../ui/details.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { Page } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import { useSettings } from '../../ui/use-settings.ts'
import { SettingsForm } from './settings-form.tsx'

/** The settings of the marketplace. */
export default function SettingsScreen() {
  const { data: settings, error, refetch } = useSettings()
  const texts = settingsTexts
  return (
    <Page title={texts.title} intro={texts.intro}>
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!settings && !error && <Skeleton h={420} radius="md" aria-hidden />}
      {settings && (
        <Stack gap="lg">
          <SettingsForm settings={settings} />
          <Section title={texts.fixed} hint={texts.fixedHint}>
            <Details
              rows={[
                [texts.currency, settings.currency],
                [texts.weightUnit, settings.weightUnit],
                [texts.changedOn, formatDateTime(settings.updatedAt)]
              ]}
            />
          </Section>
        </Stack>
      )}
    </Page>
  )
}
