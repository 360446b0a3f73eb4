import { useState } from 'react'
import { requestReset } from '../session/session-requests.ts'
import { t } from '../texts/texts.ts'
import { type LinkProps, Notice, PasswordForm } from './password-form.tsx'

/** Sets a new password with a link that someone of the team has created. */
export function NewPasswordForm({ side, token }: LinkProps) {
  const [isDone, setDone] = useState(false)
  if (isDone) return <Notice side={side} title={t.join.resetDone} text={t.join.resetDoneText} />
  return (
    <PasswordForm
      side={side}
      token={token}
      title={t.join.resetTitle}
      intro={t.join.resetIntro}
      label={t.join.newPassword}
      hint={t.join.passwordHint}
      submitText={t.join.resetSubmit}
      onSubmit={async (password) => {
        await requestReset({ token, password })
        setDone(true)
      }}
    />
  )
}
