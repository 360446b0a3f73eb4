import { Skeleton, Stack, Text } from '@mantine/core'
import { settingsTexts } from '../../texts/settings.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { Page } from '../../ui/page.tsx'
import { useSettings } from '../../ui/use-settings.ts'
import { LogoPanel } from './logo-panel.tsx'
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
          <LogoPanel settings={settings} />
          <Text c="dimmed" fz="sm">
            {texts.changedOn(formatDateTime(settings.updatedAt))}
          </Text>
        </Stack>
      )}
    </Page>
  )
}
