import { Anchor, Button, Paper, PasswordInput, Stack, Text, Title } from '@mantine/core'
import { ProblemError } from '@purveyor/client'
import { type SubmitEvent, useState } from 'react'
import { Link } from 'wouter'
import { homes, type Side } from '../session/side.ts'
import { t } from '../texts/texts.ts'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { useFormFaults } from '../ui/use-form-faults.ts'
import { useTitle } from '../ui/use-title.ts'

/** What the two pages with a token get. */
export type LinkProps = { side: Side; token: string }

type Props = LinkProps & {
  title: string
  intro: string
  label: string
  hint: string
  submitText: string
  onSubmit: (password: string) => Promise<void>
  /** Returns the text for errors that are about the password. */
  messageOf?: (error: ProblemError) => string | undefined
}

/** Asks for the password of an account, for a link with a token. */
export function PasswordForm({
  side,
  token,
  title,
  intro,
  label,
  hint,
  submitText,
  onSubmit,
  messageOf
}: Props) {
  useTitle(title)
  const [password, setPassword] = useState('')
  const [isSending, setSending] = useState(false)
  const [error, setError] = useState<unknown>()
  const faults = useFormFaults(error, (pointer) => pointer === '/password')
  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setSending(true)
    setError(undefined)
    try {
      await onSubmit(password)
    } catch (failure) {
      setError(failure)
    } finally {
      setSending(false)
    }
  }
  if (token === '') return <Notice side={side} title={t.join.incomplete} text={t.join.incompleteText} />
  if (isInvalid(error)) return <Notice side={side} title={t.join.invalid} text={t.join.invalidText} />
  const message = error instanceof ProblemError ? messageOf?.(error) : undefined
  const fault = message ?? faults.at('/password')
  return (
    <Paper
      withBorder
      radius="md"
      p="xl"
      component="form"
      ref={faults.form}
      onSubmit={submit}
      aria-label={title}
    >
      <Stack gap="md">
        <div>
          <Title order={1} mb={4}>
            {title}
          </Title>
          <Text c="dimmed">{intro}</Text>
        </div>
        <PasswordInput
          label={label}
          description={hint}
          autoComplete="new-password"
          required
          withAsterisk={false}
          autoFocus
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={fault}
          aria-invalid={fault ? true : undefined}
          errorProps={{ role: 'alert' }}
        />
        {faults.other !== undefined && !message && <ErrorAlert error={faults.other} />}
        <Button type="submit" loading={isSending} fullWidth size="md">
          {submitText}
        </Button>
      </Stack>
    </Paper>
  )
}

function isInvalid(error: unknown): boolean {
  return error instanceof ProblemError && ['INVITATION_INVALID', 'RESET_INVALID'].includes(error.code)
}

/** Says how it ended, and leads to the page to sign in. */
export function Notice({ side, title, text }: { side: Side; title: string; text: string }) {
  useTitle(title)
  return (
    <Paper withBorder radius="md" p="xl" role="status">
      <Title order={1} mb={4}>
        {title}
      </Title>
      <Text mb="md">{text}</Text>
      <Anchor component={Link} href={homes[side]}>
        {t.join.toSignIn}
      </Anchor>
    </Paper>
  )
}
