import { Unauthenticated } from '@purveyor/client'
import { useLocation } from 'wouter'
import { joinTeam } from '../session/session.ts'
import { homes } from '../session/side.ts'
import { t } from '../texts/texts.ts'
import { type LinkProps, PasswordForm } from './password-form.tsx'

/** Accepts an invitation. The person is signed in after that. */
export function JoinForm({ side, token }: LinkProps) {
  const [, navigate] = useLocation()
  return (
    <PasswordForm
      side={side}
      token={token}
      title={t.join.title}
      intro={t.join.intro}
      label={t.join.password}
      hint={`${t.join.passwordHint}. ${t.join.existing}`}
      submitText={t.join.submit}
      onSubmit={async (password) => navigate(homes[await joinTeam({ token, password })], { replace: true })}
      messageOf={(error) => (error instanceof Unauthenticated ? t.join.wrongPassword : undefined)}
    />
  )
}
