import { Alert, Button, Group, Select, Skeleton, Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { MailSettings } from '@purveyor/client'
import { type SubmitEvent, useState } from 'react'
import { useSignedIn } from '../../session/session-context.tsx'
import { mailSettingsTexts } from '../../texts/mail-settings.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { Section } from '../../ui/section.tsx'
import {
  type MailSubject,
  subjectsFor,
  useMailSettings,
  useReplaceMailSettings
} from './use-mail-settings.ts'

const texts = mailSettingsTexts
const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: texts.hour(hour) }))
const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]

/** What the person is told by mail, and when. Shows nothing if no subject is for their role. */
export function MailSettingsForm() {
  const { data: settings, error, refetch } = useMailSettings()
  const subjects = subjectsFor(useSignedIn())
  if (subjects.length === 0) return null
  return (
    <Section title={texts.title} hint={texts.intro}>
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!settings && !error && <Skeleton h={280} radius="md" aria-hidden />}
      {settings && <Fields settings={settings} subjects={subjects} />}
    </Section>
  )
}

function Fields({ settings, subjects }: { settings: MailSettings; subjects: MailSubject[] }) {
  const [{ timeZone, dailyHour, frequencies }, setChosen] = useState(settings)
  const change = (changes: Partial<MailSettings>) => setChosen((chosen) => ({ ...chosen, ...changes }))
  const replace = useReplaceMailSettings(() => notifications.show({ message: texts.saved, color: 'green' }))
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    replace.mutate({ timeZone, dailyHour, frequencies })
  }
  return (
    <form onSubmit={submit}>
      <Stack maw={480}>
        {settings.addressRefusedAt && (
          <Alert color="red" title={texts.refused(formatDateTime(settings.addressRefusedAt))}>
            {texts.refusedText}
          </Alert>
        )}
        {subjects.map((subject) => (
          <Select
            key={subject}
            label={texts.subjects[subject]}
            data={frequenciesOf(subject)}
            value={frequencies[subject]}
            allowDeselect={false}
            onChange={(value) => change({ frequencies: { ...frequencies, [subject]: value } })}
          />
        ))}
        <Group grow align="start">
          <Select
            label={texts.timeZone}
            data={zones.includes(timeZone) ? zones : [timeZone, ...zones]}
            value={timeZone}
            searchable
            allowDeselect={false}
            onChange={(value) => value && change({ timeZone: value })}
          />
          <Select
            label={texts.dailyHour}
            data={hours}
            value={String(dailyHour)}
            allowDeselect={false}
            onChange={(value) => change({ dailyHour: Number(value) })}
          />
        </Group>
        {replace.error && <ErrorAlert error={replace.error} />}
        <Group>
          <Button type="submit" loading={replace.isPending}>
            {texts.save}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** The frequencies that can be chosen. A state, such as low stock, isn't told at once. */
function frequenciesOf(subject: MailSubject) {
  const isState = subject === 'LOW_STOCK' || subject === 'APPROVAL_QUEUE'
  return (['IMMEDIATELY', 'HOURLY', 'DAILY', 'NEVER'] as const)
    .filter((value) => !isState || value !== 'IMMEDIATELY')
    .map((value) => ({ value, label: texts.frequencies[value] }))
}
