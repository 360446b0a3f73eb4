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

  queue: {
    title: 'Review queue',
    list: 'Entries that wait',
    kinds: { all: 'All', PRODUCT: 'New', REVISION: 'Edits', CHANGE: 'Changes' },
    kind: { PRODUCT: 'New product', REVISION: 'Edit', CHANGE: 'Change' },
    kindLabel: 'Kind of entry',
    count: (count: number) => counted(count, 'entry', 'entries'),
    about: (count: number) => `about ${counted(count, 'entry', 'entries')}`,
    refresh: 'Read the queue again',
    filters: 'Filters',
    activeFilters: (count: number) => counted(count, 'filter is set', 'filters are set'),
    vendor: 'Vendor',
    anyVendor: 'Any vendor',
    category: 'Category',
    anyCategory: 'Any category',
    claimed: 'Claimed',
    claimedBy: { any: 'By anyone', me: 'By me', others: 'By others', none: 'By no one' },
    sample: 'Samples of rules',
    samples: { any: 'All', true: 'Only samples', false: 'No samples' },
    importJob: 'Bulk upload',
    sort: 'Order',
    sorts: { age: 'Oldest first', vendor: 'By vendor' },
    isSample: 'Sample',
    sampleDetail: 'A rule would have decided. A person checks its decision.',
    submitted: 'Waiting since',
    sku: 'SKU',
    version: (version: number) => `Version ${version}`,
    claimHolder: (name: string) => `Claimed by ${name}`,
    claimedByMe: 'Claimed by you',
    claimedUntil: (name: string, time: string) =>
      `${name} has claimed this entry until ${time}. You can decide after you take it over.`,
    takeOver: 'Take over',
    claim: 'Claim',
    release: 'Release',
    claimMany: (count: number) => `Claim ${count}`,
    claimsFailed: 'Some entries could not be claimed. Someone else has claimed or decided them.',
    select: (name: string) => `Select ${name}`,
    selectAll: 'Select all loaded entries',
    selected: (count: number) => `${counted(count, 'entry', 'entries')} selected`,
    decideSelected: 'Review the selection',
    clearSelection: 'Clear the selection',
    previous: 'Previous entry',
    next: 'Next entry',
    backToList: 'Back to the list',
    ofTotal: (index: number, total: number) =>
      `${index} of ${new Intl.NumberFormat(undefined).format(total)}`,
    choose: 'Choose an entry',
    chooseText: 'Choose an entry from the list to see what has changed.',
    nothing: 'Nothing waits for a decision',
    nothingText: 'New products and edits of vendors appear here. You are done for now.',
    noMatch: 'No entry matches the filters',
    noMatchText: 'Change or clear the filters to see other entries.',
    gone: 'This entry no longer waits',
    goneText: 'It was decided, or the vendor has withdrawn it.',
    goToNext: 'Go to the next entry',
    newer: 'The vendor has changed this entry while you were reading. You still see what you have read.',
    showNewer: 'Show the new version',
    shortcuts: 'Keyboard shortcuts',
    keys: {
      next: 'Next entry',
      previous: 'Previous entry',
      approve: 'Approve or accept the entry',
      reject: 'Reject or hide the entry: then 1 to 9 for a reason, Enter to send',
      field: 'Edits: approve, reject or leave open the first to fourth field',
      send: 'Send the decisions by field',
      select: 'Select the entry, for a decision on many',
      claim: 'Claim or release the entry',
      many: 'Review the selection',
      commands: 'Search and commands',
      help: 'Show these shortcuts'
    }
  },

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

  decision: {
    label: 'Decision',
    outcome: {
      approved: (name: string) => `Approved: ${name}`,
      rejected: (name: string) => `Rejected: ${name}`,
      decided: (name: string) => `Decided in part: ${name}`,
      accepted: (name: string) => `Accepted: ${name}`,
      hidden: (name: string) => `Hidden: ${name}`,
      many: (decided: number) => `${counted(decided, 'entry was', 'entries were')} decided`
    },

    // Why nothing can be decided, and what has to be looked at first.

    viewer: 'Your role may read the queue, but not decide.',
    noVariants: "The product has no variants, so it can't be approved. You can reject it.",
    claimed: (name: string, time: string) => `${name} reviews this until ${time}.`,
    claimedTitle: 'Claimed by someone else',
    takeOver: 'Take over',
    takeOverAndSend: 'Take over and send',
    editedTitle: 'The vendor has edited this',
    edited: (fields: string) => `Look at it again before you decide. What changed: ${fields}.`,
    editedSeen: 'I have looked at it',
    nothingDecided: 'Nothing was decided.',
    confirmEdited:
      'The vendor has edited this since you began. If you have looked at it again, do the same again.',
    confirmDiscards:
      'You have prepared a rejection, which an approval discards. To approve anyway, do the same again.',
    already: (name: string) => `Already decided: ${name}`,
    alreadyBy: (outcome: string, who: string, ago: string) => `${outcome} by ${who}, ${ago}.`,
    alreadyUnknown: 'Someone else has decided, or the vendor has withdrawn it.',
    byRule: (rule: string) => `the rule “${rule}”`,
    snapshotOutcome: { APPROVED: 'Approved', REJECTED: 'Rejected', ACCEPTED: 'Accepted', HIDDEN: 'Hidden' },
    failed: (name: string) => `Not decided: ${name}`,
    open: 'Open the entry',
    dismiss: 'Dismiss',

    // Fields.

    fields: 'Fields',
    verdictOn: (field: string) => `Decision on ${field}`,
    approve: 'Approve',
    reject: 'Reject',
    leaveOpen: 'Leave open',
    image: (number: number) => `Image ${number}`,
    variant: (name: string) => `Variant ${name}`,
    variantFields: {
      name: 'Name',
      sku: 'SKU',
      upc: 'UPC',
      partNumber: 'Part number',
      unitOfMeasure: 'Unit of measure',
      vendorPrice: 'Cost',
      listPrice: 'List price',
      weight: 'Weight'
    },
    wholeProduct: 'Whole product',
    wholeRevision: 'All rejected fields',

    // Reasons.

    reasons: 'Reasons',
    reasonsKeys: 'Reasons. Press 1 to 9 to choose a template, T to write a reason, Enter to send.',
    reasonsIntro: 'The vendor reads them in this order and wording.',
    addReason: 'Add a reason',
    addReasonFor: (target: string) => `Add a reason about: ${target}`,
    templates: 'Templates',
    noTemplates: 'There are no templates of reasons yet. Write a reason below.',
    moreTemplates: 'More templates',
    ownReason: 'Your own reason',
    ownReasonHint: 'Enter adds it, Shift Enter begins a new line.',
    about: 'About',
    add: 'Add',
    edit: (number: number) => `Edit reason ${number}`,
    remove: (number: number) => `Remove reason ${number}`,
    up: (number: number) => `Move reason ${number} up`,
    textOf: (number: number) => `Text of reason ${number}`,
    done: 'Done',
    left: (count: number) => `${counted(count, 'character', 'characters')} left`,
    notSent: 'Not sent, because this field is not rejected',

    // What will happen, and the buttons.

    summary: {
      published: (fields: string) => `${fields} will be published`,
      rejected: (fields: string) => `${fields} will be rejected`,
      open: (fields: string, count: number) => (count === 1 ? `${fields} stays open` : `${fields} stay open`)
    },
    willReject: 'The product becomes a draft again. The vendor can change and submit it.',
    willHide: 'The product is hidden from customers. The changes are not accepted.',
    willApprove: 'The product becomes visible to customers.',
    willApproveRevision: 'All changed fields become visible to customers.',
    willAccept: 'The changes stay as they are, and become the accepted values.',
    approveAll: 'Approve',
    approveAllFields: (count: number) => (count === 1 ? 'Approve' : `Approve all ${count}`),
    accept: 'Accept',
    hide: 'Hide',
    rejectAll: 'Reject',
    rejectWith: (count: number) =>
      count === 0 ? 'Reject' : `Reject with ${counted(count, 'reason', 'reasons')}`,
    hideWith: (count: number) => (count === 0 ? 'Hide' : `Hide with ${counted(count, 'reason', 'reasons')}`),
    approveFields: (count: number) => `Approve ${counted(count, 'field', 'fields')}`,
    rejectFields: (count: number) => `Reject ${counted(count, 'field', 'fields')}`,
    approveAndReject: (approved: number, rejected: number) => `Approve ${approved}, reject ${rejected}`,
    cancel: 'Cancel',
    gap: {
      noReason: 'Add a reason first.',
      noReasonFor: (fields: string) => `Add a reason for: ${fields}.`,
      tooMany: 'There are more than 50 reasons. Remove some.',
      tooLong: (by: number) =>
        `The texts of the reasons are ${counted(by, 'character', 'characters')} too long.`
    },
    sendingTitle: 'Sending…',
    sendingText: 'You can go on with the next entry. The decision is stored until the service responds.',
    unsent: (count: number) => `Sending ${counted(count, 'decision', 'decisions')}…`
  },

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
