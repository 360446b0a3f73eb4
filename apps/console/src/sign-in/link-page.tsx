import { useState } from 'react'
import { useLocation } from 'wouter'
import { linkPaths } from '../session/link-paths.ts'
import { homes, type Side } from '../session/side.ts'
import { JoinForm } from './join-form.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { OutsidePage } from './outside-page.tsx'

/** The page of a link with a token: of an invitation, or of a password reset. */
export function LinkPage({ side }: { side: Side }) {
  const [path] = useLocation()
  // The token is after the `#`, so that it is in no log and in no header.
  const [token] = useState(() => location.hash.slice(1))
  const Form = path === homes[side] + linkPaths.invitation ? JoinForm : NewPasswordForm
  return (
    <OutsidePage side={side}>
      <Form side={side} token={token} />
    </OutsidePage>
  )
}
