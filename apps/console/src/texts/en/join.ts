/** The pages that are opened by the link of an invitation or of a password reset. */
export const join = {
  title: 'Accept the invitation',
  intro: 'Choose a password for your account.',
  existing: 'If you already have an account here, enter its password.',
  password: 'Password',
  passwordHint: '12 to 128 characters',
  submit: 'Accept and sign in',
  wrongPassword: 'You already have an account here, and this is not its password.',
  invalid: 'This link is no longer valid',
  invalidText: 'It was already used, has expired, or was replaced by a newer link. Ask for a new one.',
  incomplete: 'This link is incomplete',
  incompleteText: 'Copy the whole link, or ask for a new one.',
  toSignIn: 'Go to sign-in',

  resetTitle: 'Set a new password',
  resetIntro: 'This signs you out everywhere. Then sign in with the new password.',
  newPassword: 'New password',
  resetSubmit: 'Set the password',
  resetDone: 'Your password was set',
  resetDoneText: 'Sign in with the new password.'
}
