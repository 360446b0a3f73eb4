/** Returns `1 product`, `2 products`: the count by the rules of English, with the number formatted. */
function counted(count: number, one: string, other: string): string {
  return `${new Intl.NumberFormat(undefined).format(count)} ${count === 1 ? one : other}`
}

/** All texts of the console in English. Functions take the values that the text contains. */
export const en = {
  product: 'Purveyor',
  side: { vendor: 'Vendor', platform: 'Operator' },

  navigation: {
    label: 'Screens',
    queue: 'Review queue',
    rules: 'Approval rules',
    reasons: 'Reasons',
    statistics: 'Statistics',
    account: 'Account',
    documentation: 'Documentation',
    open: 'Open the menu',
    close: 'Close the menu',
    skip: 'Skip to the content'
  },

  menu: {
    label: (name: string) => `Menu of ${name}`,
    theme: 'Theme',
    light: 'Light',
    dark: 'Dark',
    system: 'As the system',
    otherSide: (side: string) => `Go to the ${side.toLowerCase()} console`,
    signOut: 'Sign out'
  },

  roles: { OWNER: 'Owner', ADMIN: 'Admin', EDITOR: 'Editor', VIEWER: 'Viewer' },

  signIn: {
    title: 'Sign in',
    intro: 'For suppliers and for the operator of the marketplace.',
    email: 'Email address',
    password: 'Password',
    submit: 'Sign in',
    wrong: 'The email address or the password is wrong.',
    noMembership: 'This account belongs to no vendor and not to the operator. Ask for an invitation.',
    tooMany: (minutes: number) =>
      `Too many failed attempts. Try again in ${counted(minutes, 'minute', 'minutes')}.`,
    wrongSide: (side: string) =>
      `This account is for the ${side.toLowerCase()} console. You were signed in there.`,
    documentation: 'Documentation of the API'
  },

  session: {
    endedTitle: 'Your session has ended',
    ended: 'Enter your password to go on. Nothing that you typed is lost.',
    goOn: 'Sign in and go on',
    other: 'Sign in as someone else',
    otherWarning: 'What you typed and did not send is lost.',
    signedOutElsewhere: 'You signed out in another tab. Sign in to go on.'
  },

  connection: {
    lost: "The service can't be reached. What you sent is kept, and is sent again as soon as the service responds.",
    back: 'The service responds again.',
    outdated: 'A new release of the console is installed. Reload the page to use it.',
    reload: 'Reload'
  },

  errors: {
    title: 'That did not work',
    page: 'This screen has an error',
    pageDetail: 'What you typed elsewhere is not lost. Try again, or reload the page.',
    retry: 'Try again',
    requestId: 'Request id',
    copy: 'Copy the request id',
    copied: 'Copied',
    code: 'Code',
    more: (count: number) => `and ${counted(count, 'more error', 'more errors')}`,
    notFound: 'There is no such page',
    notFoundDetail: 'The address may be wrong, or your role may not include this screen.',
    home: 'Go to the start page',
    notAllowed: 'Your role may read this, but not change it.',
    unexpected: 'An unexpected error occurred.',
    timedOut: 'The service did not respond in time.'
  },

  actions: {
    save: 'Save',
    cancel: 'Cancel',
    close: 'Close',
    delete: 'Delete',
    edit: 'Edit',
    create: 'Create',
    search: 'Search',
    clear: 'Clear',
    clearFilters: 'Clear all filters',
    loadMore: 'Load more',
    undo: 'Undo',
    back: 'Back',
    more: 'More'
  },

  commands: {
    open: 'Search and commands',
    placeholder: 'Search for a screen, a vendor or a command',
    nothing: 'Nothing found',
    screens: 'Screens',
    commands: 'Commands',
    vendors: 'Vendors',
    showWaiting: 'What waits from this vendor',
    shortcuts: 'Keyboard shortcuts',
    theme: (name: string) => `Theme: ${name}`
  },

  time: {
    justNow: 'just now',
    at: (time: string) => `at ${time}`
  },

  // The list of the review queue, its filters, claims and keys.

  queue: {},

  // What changed in an entry of the queue.

  difference: {
    fields: {
      name: 'Name',
      shortDescription: 'Short description',
      description: 'Description',
      keyFeatures: 'Key features',
      images: 'Images',
      videos: 'Videos',
      documents: 'Documents',
      variants: 'Variants',
      vendorPrice: 'Cost',
      listPrice: 'List price',
      categories: 'Categories',
      categoryIds: 'Categories',
      collections: 'Collections',
      collectionIds: 'Collections',
      tags: 'Tags',
      tagIds: 'Tags',
      facetValues: 'Facets',
      facetValueIds: 'Facets',
      sku: 'SKU',
      slug: 'Slug',
      brand: 'Brand',
      manufacturer: 'Manufacturer',
      countryOfOrigin: 'Country of origin',
      leadTime: 'Lead time',
      warranty: 'Warranty',
      unspc: 'UNSPSC code',
      commodityCode: 'Commodity code',
      eccn: 'ECCN',
      freeShipping: 'Free shipping',
      abilityOne: 'AbilityOne',
      madeInUsa: 'Made in the USA',
      greenProduct: 'Green product',
      accountCode: 'Account code',
      programCode: 'Program code',
      resourceCode: 'Resource code',
      metadata: 'Additional values',
      pageTitle: 'Page title',
      pageDescription: 'Page description'
    }
  },

  // The decision on an entry, and on many.

  decision: {},

  // Approval rules.

  rules: {},

  // Templates of reasons.

  reasons: {},

  // Statistics of the review.

  statistics: {},

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
    passwordIntro: 'All other sessions of your account end.',
    current: 'Current password',
    next: 'New password',
    nextHint: '12 to 128 characters',
    change: 'Change the password',
    changed: 'The password was changed. Your other sessions have ended.'
  }
}
