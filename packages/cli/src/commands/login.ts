import type { Command, Context } from '../command.ts'
import { isUnencrypted } from '../config/connection.ts'
import { exitCodes } from '../exit-codes.ts'
import { textOption } from '../options.ts'
import { showFields } from '../output/wrap.ts'
import { describeAccount } from '../sign-in/describe-account.ts'
import { type SignedIn, signIn } from '../sign-in/sign-in.ts'

function showSignIn({ out, env, profile: name, store }: Context, { profile, me }: SignedIn): void {
  out.result({ ...me, url: profile.url, profile: name })
  out.line(`${out.green('Signed in')} to ${profile.url}`)
  showFields(out, [...describeAccount(me), ['Profile', name]])
  out.note(out.dim(`Stored in ${store.file}`))
  if (isUnencrypted(profile.url))
    out.note(
      `${out.yellow('Warning:')} the connection is not encrypted. Use an address that begins with https.`
    )
  if (env.PURVEYOR_TOKEN) {
    out.note(
      `${out.yellow('Warning:')} PURVEYOR_TOKEN is set, so other commands use that token instead of this profile.`
    )
  }
}

export const login: Command = {
  name: 'login',
  summary: 'Sign in, and store the sign-in in a profile',
  usage: '[--url URL] [--email EMAIL] [--password-stdin] [--token-stdin] [--profile NAME]',
  description:
    'Signs in with an email address and a password, or with an API token. On a terminal, the command asks for ' +
    'what is missing. Passwords and tokens are never options, because other users of the computer can see ' +
    'the options of a process.\n\n' +
    'The sign-in is stored in your configuration folder, in a file that only you can read. The session of a ' +
    'person is refreshed as long as you use it at least once every 30 days. Use several profiles to work with ' +
    'several accounts or services.\n\n' +
    'In CI and other programs, set PURVEYOR_TOKEN to an API token, and PURVEYOR_URL to the address of the ' +
    'service, instead of signing in. PURVEYOR_TOKEN takes precedence over all profiles.',
  options: {
    email: { type: 'string', value: 'EMAIL', help: 'The email address of your account.' },
    'password-stdin': { type: 'boolean', help: 'Read the password from stdin.' },
    'token-stdin': { type: 'boolean', help: 'Sign in with an API token, which is read from stdin.' }
  },
  arguments: { min: 0, max: 0 },
  examples: [
    { command: 'purveyor login', text: 'Answer the questions on the terminal:' },
    {
      command:
        'purveyor login --url https://api.example.com --email ana@example.com --password-stdin < password.txt',
      text: 'Sign in without a terminal:'
    },
    {
      command: 'purveyor login --token-stdin --profile stock-sync < token.txt',
      text: 'Store an API token under a name of its own:'
    }
  ],
  async run(context, { values }) {
    const signedIn = await signIn(context, {
      email: textOption(values.email),
      passwordStdin: values['password-stdin'] === true,
      tokenStdin: values['token-stdin'] === true
    })
    await context.store.change(context.profile, () => signedIn.profile)
    showSignIn(context, signedIn)
    return exitCodes.done
  }
}
