import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { ConnectionLost, ProblemError, TooManyRequests, Unauthenticated } from '@purveyor/client'
import { type SubmitEvent, useState } from 'react'
import { signIn } from '../session/session.ts'
import type { Side } from '../session/side.ts'
import { t } from '../texts/texts.ts'
import { ErrorAlert } from '../ui/error-alert.tsx'

type Props = {
  /** The address that can't be changed, if a session goes on. */
  email?: string | undefined
  submitText: string
  onSignedIn(side: Side): void
}

/** Asks for an email address and a password. */
export function SignInForm({ email: fixedEmail, submitText, onSignedIn }: Props) {
  const [email, setEmail] = useState(fixedEmail ?? '')
  const [password, setPassword] = useState('')
  const [isSending, setSending] = useState(false)
  const [error, setError] = useState<unknown>()

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setSending(true)
    setError(undefined)
    try {
      onSignedIn(await signIn({ email: email.trim(), password }))
    } catch (failure) {
      setError(failure)
    } finally {
      setSending(false)
    }
  }

  const text = error === undefined ? undefined : messageOf(error)
  return (
    <form onSubmit={submit} aria-label={t.signIn.title}>
      <Stack gap="md">
        <TextInput
          label={t.signIn.email}
          type="email"
          name="email"
          autoComplete="username"
          required
          withAsterisk={false}
          readOnly={fixedEmail !== undefined}
          data-autofocus={fixedEmail === undefined || undefined}
          autoFocus={fixedEmail === undefined}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordInput
          label={t.signIn.password}
          name="password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          data-autofocus={fixedEmail !== undefined || undefined}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={text}
          errorProps={{ role: 'alert' }}
        />
        {error !== undefined && !text && <ErrorAlert error={error} />}
        <Button type="submit" loading={isSending} fullWidth size="md">
          {submitText}
        </Button>
      </Stack>
    </form>
  )
}

/** Returns the text for the errors that every person meets, or undefined for others. */
function messageOf(error: unknown): string | undefined {
  if (error instanceof Unauthenticated) return t.signIn.wrong
  if (error instanceof ConnectionLost) return t.errors.timedOut
  if (error instanceof TooManyRequests) return t.signIn.tooMany(Math.ceil((error.retryAfter ?? 60) / 60))
  if (error instanceof ProblemError && error.code === 'NO_MEMBERSHIP') return t.signIn.noMembership
  return undefined
}
