import { counted } from './en/counted.ts'
import { fields, names } from './en/fields.ts'
import { grid } from './en/grid.ts'
import { join } from './en/join.ts'
import { lists } from './en/orders.ts'
import { shortcuts } from './en/shortcuts.ts'

/** All texts of the console in English. Functions take the values that the text contains. */
export const en = {
  product: 'Purveyor',
  side: { vendor: 'Vendor', platform: 'Operator' },
  brokenImage: "This image can't be shown",

  navigation: {
    label: 'Screens',
    queue: 'Review queue',
    rules: 'Approval rules',
    reasons: 'Reasons',
    attributes: 'Attributes',
    categories: 'Categories',
    collections: 'Collections',
    tags: 'Tags',
    facets: 'Facets',
    statistics: 'Statistics',
    catalog: 'Catalog',
    product: 'Product',
    orders: 'Orders',
    products: 'Products',
    purchaseOrders: 'Purchase orders',
    shipments: 'Shipments',
    statements: 'Statements',
    import: 'Import',
    imports: 'Imports',
    vendors: 'Vendors',
    today: 'Today',
    account: 'Account',
    review: 'Review',
    settings: 'Settings',
    marketplace: 'Marketplace',
    shippingMethods: 'Shipping methods',
    profile: 'Profile',
    team: 'Team',
    apiTokens: 'API tokens',
    webhooks: 'Webhooks',
    activity: 'Activity',
    home: 'Home',
    people: 'People',
    auditTrail: 'Audit trail',
    waiting: {
      toAcknowledge: 'to acknowledge',
      rejectedProducts: 'rejected',
      waitingEntries: 'waiting',
      lateOrders: 'late'
    },
    documentation: 'Documentation',
    open: 'Open the menu',
    close: 'Close the menu',
    skip: 'Skip to the content'
  },

  menu: {
    label: 'menu',
    theme: 'Theme',
    light: 'Light',
    dark: 'Dark',
    system: 'System',
    otherSide: (side: string) => `Go to the ${side.toLowerCase()} console`,
    signOut: 'Sign out',
    signOutTitle: 'Sign out and delete unsaved changes?',
    signOutText:
      'You have unsaved changes or an unfinished import. Signing out deletes them from this browser.'
  },

  roles: { OWNER: 'Owner', ADMIN: 'Admin', EDITOR: 'Editor', VIEWER: 'Viewer' },

  signIn: {
    title: 'Sign in',
    sides: { vendor: 'Vendor console', platform: 'Operator console' },
    email: 'Email address',
    password: 'Password',
    submit: 'Sign in',
    wrong: 'The email address or the password is wrong.',
    noMembership: "This account doesn't belong to a vendor or to the operator. Ask for an invitation.",
    tooMany: (minutes: number) =>
      `Too many failed attempts. Try again in ${counted(minutes, 'minute', 'minutes')}.`,
    documentation: 'API documentation'
  },

  session: {
    endedTitle: 'Your session has ended',
    ended: 'Enter your password to continue. Nothing that you typed is lost.',
    goOn: 'Sign in and continue',
    other: 'Sign in as someone else',
    otherWarning: "Anything that you typed and didn't save is lost.",
    signedOutElsewhere: 'You signed out in another tab. Sign in to continue.'
  },

  connection: {
    lost: "The service can't be reached. What you send waits until the connection is back.",
    back: 'The connection is back.',
    outdated: 'A new release of the console is installed. Reload the page to use it.',
    reload: 'Reload'
  },

  errors: {
    title: "That didn't work",
    page: 'This screen failed',
    pageDetail: 'What you typed on other screens is not lost. Try again, or reload the page.',
    retry: 'Try again',
    requestId: 'Request ID',
    copy: 'Copy the request ID',
    copied: 'Copied',
    code: 'Code',
    more: (count: number) => `and ${counted(count, 'more error', 'more errors')}`,
    notFound: 'Page not found',
    notFoundDetail: 'The address may be wrong, or your role may not include this screen.',
    home: 'Go to the start page',
    unexpected: 'An unexpected error occurred.',
    timedOut: "The service didn't respond in time.",
    unknown:
      'The connection was lost before the response arrived. Check whether it was done before you try again.',
    deleted: 'It was deleted',
    deletedDetail:
      "Someone deleted what you were changing, so it can't be saved. Copy what you need before you leave.",
    expired:
      'This was sent more than 23 hours ago without a response. Check whether it was done before you send it again.',
    outdated: 'This was changed',
    outdatedText: 'Someone else changed it. You now see the current version. Check it, and try again.'
  },

  actions: {
    save: 'Save',
    cancel: 'Cancel',
    close: 'Close',
    delete: 'Delete',
    edit: 'Edit',
    rename: 'Rename',
    create: 'Create',
    search: 'Search',
    countryHint: 'Search by name, or type a code such as US',
    copy: 'Copy',
    copied: 'Copied',
    done: 'Done',
    clear: 'Clear',
    calendar: 'Open the calendar',
    clearFilters: 'Clear all filters'
  },

  commands: {
    open: 'Search and commands',
    placeholder: {
      platform: 'Search for a screen, a vendor or a command',
      vendor: 'Search for a product, an order or a screen'
    },
    nothing: 'Nothing found',
    searching: 'Searching…',
    screens: 'Screens',
    commands: 'Commands',
    vendors: 'Vendors',
    products: 'Products',
    orders: 'Orders',
    order: (number: string) => `Order ${number}`,
    theme: (name: string) => `Theme: ${name}`
  },

  order: {
    handle: (name: string) => `Drag to move “${name}”`,
    up: (name: string) => `Move “${name}” up`,
    down: (name: string) => `Move “${name}” down`,
    remove: (name: string) => `Remove “${name}”`,
    moved: (name: string, position: number, count: number) =>
      `“${name}” is now number ${position} of ${count}.`
  },

  drafts: {
    restored: 'Your unsaved changes were restored.',
    discard: 'Discard them',
    conflict: 'Someone else changed this',
    conflictText: "Your changes aren't saved yet. Fields that you didn't change show the new values.",
    conflictBoth: (fields: string) =>
      `You both changed: ${fields}. Save again to replace their changes, or discard yours.`,
    discardMine: 'Discard my changes',
    unsaved: 'Unsaved changes',
    discardShort: 'Discard',
    saved: 'Saved'
  },

  time: {
    justNow: 'just now'
  },

  names,
  fields,
  grid,
  lists,
  shortcuts,
  join,

  // The account of a person.

  account: {
    title: 'Account',
    details: 'Your account',
    name: 'Name',
    email: 'Email address',
    role: 'Role',
    vendor: 'Vendor',
    side: 'Console',
    password: 'Change your password',
    passwordIntro: 'This signs you out everywhere else.',
    current: 'Current password',
    next: 'New password',
    nextHint: '12 to 128 characters',
    change: 'Change the password',
    changed: 'The password was changed. You were signed out everywhere else.'
  }
}
