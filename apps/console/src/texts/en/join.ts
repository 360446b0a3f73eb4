/** The pages that are opened by the link of an invitation or of a password reset. */
export const join = {
  title: 'Accept the invitation',
  intro: 'Choose a password for your account. You are then signed in.',
  existing: 'If you have an account here already, enter its password.',
  password: 'Password',
  passwordHint: '12 to 128 characters',
  submit: 'Accept and sign in',
  wrongPassword: 'You have an account here already, and this is not its password.',
  invalid: 'This link is not valid any more',
  invalidText: 'It was used, it has expired, or it was replaced by a newer one. Ask for a new link.',
  incomplete: 'This link is not complete',
  incompleteText: 'Copy the whole link, or ask for a new one.',
  toSignIn: 'Go to the page to sign in',

  resetTitle: 'Set a new password',
  resetIntro: 'All sessions of your account end. Then sign in with the new password.',
  newPassword: 'New password',
  resetSubmit: 'Set the password',
  resetDone: 'Your password was set',
  resetDoneText: 'Sign in with the new password.'
}
