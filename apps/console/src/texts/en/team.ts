/** The members of a team. */
export const team = {
  title: 'Team',
  intro: 'The people of your company, and what they can do.',
  platform: {
    title: 'People',
    intro: 'The people who run the marketplace here, and what each of them may do.'
  },
  invite: 'Invite someone',
  name: 'Name',
  email: 'Email address',
  role: 'Role',
  status: 'Status',
  lastSignIn: 'Last signed in',
  you: 'You',
  invited: 'Invited',
  disabled: 'Disabled',
  active: 'Active',
  inviteExpires: (when: string) => `The invitation expires on ${when}`,
  inviteExpired: 'The invitation has expired',
  longAgo: 'More than 30 days ago',
  never: 'Never',
  actions: (name: string) => `Actions for ${name}`,

  rolesTitle: 'Roles',
  roleTexts: {
    OWNER: 'Can do everything, and can make others owners',
    ADMIN: "Can do everything, but can't change owners",
    EDITOR: 'Can read and change everything except the team and API tokens',
    VIEWER: 'Can read everything except the team and API tokens'
  },

  inviteTitle: 'Invite someone to the team',
  inviteSubmit: 'Create the invitation',
  emailTaken: 'This address already belongs to a team.',
  inviteAgain: 'Create a new invitation',
  linkTitle: (name: string) => `Invitation for ${name}`,
  linkWarning: "Send this link to the person. It works once, and can't be shown again.",
  linkReplaces: 'The link of the earlier invitation no longer works.',
  link: 'Link',
  linkExpires: (when: string) => `Valid until ${when}`,

  change: 'Change the name or role',
  changeTitle: (name: string) => `Change ${name}`,
  changed: (name: string) => `Saved: ${name}`,
  ownRoleWarning: 'This is your own role. You may not be able to change it back.',

  reset: 'Reset the password',
  resetTitle: (name: string) => `Reset the password of ${name}?`,
  resetText:
    'You get a link for setting a new password. Send it to the person. Nothing changes until it is used.',
  resetSubmit: 'Create the link',
  resetLinkTitle: (name: string) => `New password for ${name}`,

  remove: 'Remove from the team',
  withdraw: 'Withdraw the invitation',
  removeTitle: (name: string) => `Remove ${name} from the team?`,
  removeText:
    "The person is signed out everywhere and can't sign in again. What they did stays in the activity.",
  removeSelf: 'This is your own account. You lose access immediately.',
  removeSubmit: 'Remove the member',
  removed: (name: string) => `Removed: ${name}`,
  withdrawTitle: (name: string) => `Withdraw the invitation for ${name}?`,
  withdrawText: 'The link that you sent no longer works.',
  withdrawSubmit: 'Withdraw the invitation',
  withdrawn: (name: string) => `Withdrawn: the invitation for ${name}`,

  lastOwner: 'This is the only owner. Make another member an owner first.'
}
