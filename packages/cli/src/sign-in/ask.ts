import { isCancel, password, text } from '@clack/prompts'
import type { Context } from '../command.ts'
import { defaultUrl, normalizeUrl } from '../config/connection.ts'
import { CommandError } from '../errors.ts'
import { exitCodes } from '../exit-codes.ts'

const common = ({ stdin, stderr, signal }: Context) => ({
  input: stdin as NodeJS.ReadStream,
  output: stderr as NodeJS.WriteStream,
  signal
})

function answered(answer: string | symbol): string {
  if (typeof answer === 'symbol' || isCancel(answer))
    throw new CommandError('Nothing was changed.', exitCodes.interrupted)
  return answer
}

const required = (message: string) => (value: string | undefined) => (value?.trim() ? undefined : message)

/** Asks for the address of the service. */
export async function askUrl(context: Context, initial = defaultUrl): Promise<string> {
  const message = 'Address of the service'
  const validate = (value: string | undefined) => {
    try {
      normalizeUrl(value?.trim() || initial)
    } catch (error) {
      return (error as Error).message
    }
  }
  const answer = await text({
    ...common(context),
    message,
    placeholder: initial,
    defaultValue: initial,
    validate
  })
  return answered(answer).trim()
}

/** Asks for the email address of the account. */
export async function askEmail(context: Context): Promise<string> {
  const validate = required('Enter the email address of your account.')
  return answered(await text({ ...common(context), message: 'Email address', validate })).trim()
}

/** Asks for the password, and shows a dot for each character. */
export async function askPassword(context: Context): Promise<string> {
  const validate = required('Enter your password.')
  return answered(await password({ ...common(context), message: 'Password', mask: '•', validate }))
}
