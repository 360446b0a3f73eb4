import { Paper, Title } from '@mantine/core'
import { useLocation } from 'wouter'
import { homes, type Side } from '../session/side.ts'
import { t } from '../texts/texts.ts'
import { useTitle } from '../ui/use-title.ts'
import { OutsidePage } from './outside-page.tsx'
import { SignInForm } from './sign-in-form.tsx'

/**
 * The page on which people sign in. After that, the address stays if it belongs to the side of the account, so that
 * links to screens work.
 */
export function SignInPage({ side }: { side?: Side | undefined }) {
  const [, navigate] = useLocation()
  useTitle(t.signIn.title)
  return (
    <OutsidePage side={side}>
      <Paper withBorder radius="md" p="xl">
        <Title order={1} mb="md">
          {t.signIn.title}
        </Title>
        <SignInForm
          submitText={t.signIn.submit}
          onSignedIn={(signedIn) => {
            if (signedIn !== side) navigate(homes[signedIn])
          }}
        />
      </Paper>
    </OutsidePage>
  )
}
