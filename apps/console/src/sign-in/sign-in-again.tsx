import { Button, Modal, Text } from '@mantine/core'
import { sessions } from '../session/session.ts'
import { useSession } from '../session/session-context.tsx'
import type { Side } from '../session/side.ts'
import { t } from '../texts/texts.ts'
import { SignInForm } from './sign-in-form.tsx'

/**
 * Asks for the password when the session has ended. The screen stays behind the dialog as it is, and the requests that
 * were being sent wait until the person has signed in.
 */
export function SignInAgain({ side }: { side: Side }) {
  const state = useSession(side)
  const isEnded = state.status === 'ended'
  return (
    <Modal
      opened={isEnded}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={t.session.endedTitle}
      zIndex={1000}
    >
      {isEnded && (
        <>
          <Text mb="md">{state.byPerson ? t.session.signedOutElsewhere : t.session.ended}</Text>
          <SignInForm email={state.me.user?.email} submitText={t.session.goOn} onSignedIn={() => undefined} />
          <Button variant="subtle" color="gray" fullWidth mt="xs" onClick={() => void sessions[side].leave()}>
            {t.session.other}
          </Button>
          <Text c="dimmed" fz="xs" ta="center">
            {t.session.otherWarning}
          </Text>
        </>
      )}
    </Modal>
  )
}
