import { Button, Group, PasswordInput, Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type SubmitEvent, useState } from 'react'
import { useSignedIn } from '../../session/session-context.tsx'
import { t } from '../../texts/texts.ts'
import { Details } from '../../ui/details.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { Page } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import { useMutation } from '../../ui/use-mutation.ts'
import { MailSettingsForm } from './mail-settings-form.tsx'

/** The account of the person who is signed in, on both sides. */
export default function AccountScreen() {
  return (
    <Page title={t.account.title}>
      <Stack gap="lg">
        <Person />
        <ChangePassword />
        <MailSettingsForm />
      </Stack>
    </Page>
  )
}

function Person() {
  const { me, side } = useSignedIn()
  return (
    <Section title={t.account.details}>
      <Details
        rows={[
          [t.account.name, me.user?.name],
          [t.account.email, me.user?.email],
          [t.account.side, t.side[side]],
          [t.account.vendor, me.vendor?.name],
          [t.account.role, me.role && t.roles[me.role]]
        ]}
      />
    </Section>
  )
}

function ChangePassword() {
  const { me, purveyor } = useSignedIn()
  const [currentPassword, setCurrent] = useState('')
  const [newPassword, setNew] = useState('')
  const change = useMutation({
    mutationFn: () => purveyor.auth.changePassword({ currentPassword, newPassword }),
    onSuccess() {
      setCurrent('')
      setNew('')
      notifications.show({ message: t.account.changed, color: 'green' })
    }
  })
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    change.mutate()
  }
  return (
    <Section title={t.account.password} hint={t.account.passwordIntro}>
      <form onSubmit={submit}>
        <Stack maw={480}>
          <input
            type="hidden"
            name="username"
            autoComplete="username"
            value={me.user?.email ?? ''}
            readOnly
          />
          <PasswordInput
            label={t.account.current}
            autoComplete="current-password"
            required
            value={currentPassword}
            onChange={(event) => setCurrent(event.currentTarget.value)}
          />
          <PasswordInput
            label={t.account.next}
            description={t.account.nextHint}
            autoComplete="new-password"
            required
            value={newPassword}
            onChange={(event) => setNew(event.currentTarget.value)}
          />
          {change.error && <ErrorAlert error={change.error} />}
          <Group>
            <Button type="submit" loading={change.isPending}>
              {t.account.change}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  )
}
