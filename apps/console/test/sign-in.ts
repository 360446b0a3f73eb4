import type { Page } from 'playwright-core'
import type { TestApp } from '../../api/test/app.ts'
import { demoPassword } from './console-service.ts'
import { signIn as signInPerson } from './session-steps.ts'

/** Opens an address of the console and signs in there with an account of the demo. */
export async function signIn(page: Page, email: string, path = '/'): Promise<void> {
  await signInPerson(page, { email, password: demoPassword }, path)
  await page.getByRole('button', { name: /, menu$/ }).waitFor({ state: 'attached' })
}

/** Returns an access token for the API of an account of the demo. */
export async function accessToken(t: TestApp, email: string): Promise<string> {
  const { body } = await t.call('POST /auth/login', { body: { email, password: demoPassword } })
  return body.access_token
}
