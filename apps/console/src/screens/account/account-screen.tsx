import { Button, Paper, PasswordInput, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { useSignedIn } from '../../session/session-context.tsx'
import { t } from '../../texts/texts.ts'
import { Details } from '../../ui/details.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { Page } from '../../ui/page.tsx'
import { MailSettingsForm } from './mail-settings-form.tsx'

/** The account of the person who is signed in, on both sides. */
export default function AccountScreen() {
  return (
    <Page title={t.account.title} size="md">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Person />
        <ChangePassword />
      </SimpleGrid>
      <MailSettingsForm />
    </Page>
  )
}

function Person() {
  const { me, side } = useSignedIn()
  return (
    <Paper withBorder p="lg">
      <Title order={2} mb="sm">
        {t.account.details}
      </Title>
      <Details
        rows={[
          [t.account.name, me.user?.name],
          [t.account.email, me.user?.email],
          [t.account.side, t.side[side]],
          [t.account.vendor, me.vendor?.name],
          [t.account.role, me.role && t.roles[me.role]]
        ]}
      />
    </Paper>
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
    <Paper withBorder p="lg" component="form" onSubmit={submit}>
      <Title order={2}>{t.account.password}</Title>
      <Text c="dimmed" mb="sm">
        {t.account.passwordIntro}
      </Text>
      <Stack>
        <input type="hidden" name="username" autoComplete="username" value={me.user?.email ?? ''} readOnly />
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
        <Button type="submit" loading={change.isPending}>
          {t.account.change}
        </Button>
      </Stack>
    </Paper>
  )
}
