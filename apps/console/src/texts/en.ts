// Numbers are those of the browser's locale, which can differ from the language of the texts.
const number = new Intl.NumberFormat(undefined)

/** Returns `1 product`, `2 products`: the count by the rules of English, with the number formatted. */
function counted(count: number, one: string, other: string): string {
  return `${number.format(count)} ${count === 1 ? one : other}`
}

/**
 * Returns `A, B or C`. If `more` is above 0, `rest` is the last element, such as `2 more vendors`.
 */
function listed(word: 'and' | 'or', values: string[], rest: string, more: number): string {
  const type = word === 'and' ? 'conjunction' : 'disjunction'
  return new Intl.ListFormat('en-GB', { type }).format(more > 0 ? [...values, rest] : values)
}

/** Returns `12 entries` if these are all, and otherwise `3 of 12`. */
function countedOf(count: number, total: number): string {
  return count === total
    ? counted(count, 'entry', 'entries')
    : `${number.format(count)} of ${number.format(total)}`
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
    label: 'menu',
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
    documentation: 'Documentation of the API'
  },

  session: {
    endedTitle: 'Your session has ended',
    ended: 'Enter your password to go on. Nothing that you typed is lost.',
    goOn: 'Sign in and go on',
    other: 'Sign in as someone else',
    otherWarning: 'What you have typed here and not sent is then lost.',
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
    clearFilters: 'Clear all filters'
  },

  commands: {
    open: 'Search and commands',
    placeholder: 'Search for a screen, a vendor or a command',
    nothing: 'Nothing found',
    screens: 'Screens',
    commands: 'Commands',
    vendors: 'Vendors',
    showWaiting: 'What waits from this vendor',
    theme: (name: string) => `Theme: ${name}`
  },

  time: {
    justNow: 'just now'
  },

  // Names of vendors and categories, and how they are found.

  names: {
    vendor: { loading: '…', deleted: 'deleted vendor' },
    category: { loading: '…', deleted: 'deleted category' },
    inactiveVendor: (name: string) => `${name} (inactive)`,
    searchVendors: 'Search for a vendor',
    searchCategories: 'Search for a category',
    noVendor: 'No vendor has this name',
    noCategory: 'No category has this name'
  },

  // The fields of products and variants.

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
    price: 'Retail price',
    listPrice: 'List price',
    upc: 'UPC',
    partNumber: 'Part number',
    unitOfMeasure: 'Unit',
    weight: 'Weight',
    stockOnHand: 'Stock',
    attributes: 'Attributes',
    isActive: 'Active',
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
  },

  // The list of the review queue, its filters, claims and keys.

  queue: {
    title: 'Review queue',
    list: 'Entries that wait',
    kinds: { all: 'All', PRODUCT: 'New', REVISION: 'Edits', CHANGE: 'Changes' },
    kind: { PRODUCT: 'New product', REVISION: 'Edit', CHANGE: 'Change' },
    kindDetail: {
      PRODUCT: 'A product that customers do not see yet',
      REVISION: 'Proposed changes of a live product. Customers see the old values until they are approved.',
      CHANGE: 'Changes of a live product that you watch. They are in effect already.'
    },
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
    sort: 'Order',
    sorts: { age: 'Oldest first', vendor: 'By vendor' },
    isSample: 'Sample',
    sampleDetail: 'A rule would have decided. A person checks its decision.',
    submitted: 'Submitted',
    sku: 'SKU',
    version: (version: number) => `Version ${version}`,
    claimHolder: (name: string) => `Claimed by ${name}`,
    claimedByMe: 'Claimed by you',
    you: 'You',
    claimedUntil: (name: string, time: string) =>
      `${name} has claimed this entry until ${time}. You can decide after you take it over.`,
    takeOver: 'Take over',
    claim: 'Claim',
    keepClaim: 'Keep my claim',
    release: 'Release',
    claimDetail: {
      claim: 'Others see that you review this entry',
      keepClaim: 'The entry is yours while it is open. Keep it when you go on to others.',
      release: 'Let others decide on this entry'
    },
    claimMany: (count: number) => `Claim ${count}`,
    claimsFailed: 'Some entries could not be claimed. Someone else has claimed or decided them.',
    select: (name: string) => `Select ${name}`,
    selectAll: 'Select all loaded',
    selected: (count: number) => `${new Intl.NumberFormat(undefined).format(count)} selected`,
    decideSelected: 'Review the selection',
    clearSelection: 'Clear the selection',
    previous: 'Previous entry',
    next: 'Next entry',
    backToList: 'Back to the list',
    ofTotal: (index: number, total: number) => `${index} of ${number.format(total)}`,
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
      field: 'Edits: approve or reject the first to fourth field, or leave it undecided',
      own: 'While you reject: write a reason of your own',
      leave: 'Leave the reasons',
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
    groups: {
      texts: 'Texts',
      media: 'Images and files',
      variants: 'Variants',
      terms: 'Categories and tags',
      details: 'Details',
      search: 'Search engines'
    },
    missing: {
      description: 'No description',
      images: 'No images',
      variants: "No variants: the product can't be approved.",
      categories: 'No categories'
    },
    liveChanges: 'The new values are in effect already.',
    changedFields: (count: number) => `${counted(count, 'field has', 'fields have')} changed`,
    before: 'Before',
    after: 'After',
    empty: 'Empty',
    changedTo: 'changed to',
    viewLabel: 'How changed texts are shown',
    views: { words: 'Words', sides: 'Before and after' },
    source: 'HTML source',
    rendered: 'The description as customers see it',
    renderedBefore: 'The description before, as customers see it',
    renderedAfter: 'The description after approval, as customers see it',
    onlyFormatting: 'The text is the same. Only its formatting changes.',
    links: (count: number) => counted(count, 'link:', 'links:'),
    linksAdded: (count: number) => `${counted(count, 'link', 'links')} added:`,
    linksRemoved: (count: number) => `${counted(count, 'link', 'links')} removed:`,
    moreLinks: (count: number) => `and ${counted(count, 'more link', 'more links')}`,
    misleading: (host: string) => `The text of the link names ${host}.`,
    imageInHtml: (alt: string, address: string) => `Image${alt && ` “${alt}”`}: ${address}`,
    imagesInHtml: (count: number) =>
      `${counted(count, 'image', 'images')} from other sites, not loaded here.`,
    removedText: 'removed:',
    addedText: 'added:',
    textRemoved: 'The text was removed.',
    comparedAsWhole: 'The texts differ too much to be compared word by word.',
    showUnchanged: (count: number) =>
      `${counted(count, 'unchanged character', 'unchanged characters')}: show`,
    showRest: (count: number) => `${counted(count, 'more character', 'more characters')}: show`,
    space: 'Space',
    lineBreak: 'Line break',
    hidden: {
      invisible: (count: number) => `${counted(count, 'change', 'changes')} of characters that can't be seen`,
      spaces: (count: number) => `${counted(count, 'change', 'changes')} of spaces or line breaks only`,
      encoding: (count: number) => `${counted(count, 'change', 'changes')} of the encoding only`,
      case: (count: number) => `${counted(count, 'change', 'changes')} of upper and lower case only`,
      'look-alike': (count: number) =>
        `${counted(count, 'word', 'words')} with other letters that look the same`
    },
    invisibleCharacters: (count: number) =>
      count === 1
        ? "Contains a character that can't be seen"
        : `Contains ${number.format(count)} characters that can't be seen`,
    lookAlikes: (count: number) =>
      count === 1
        ? 'Contains a letter of another alphabet that looks like a Latin one'
        : `Contains ${number.format(count)} letters of other alphabets that look like Latin ones`,
    lookAlike: (character: string, looksLike: string, codePoint: string) =>
      `${character} (${codePoint}) looks like ${looksLike}`,
    invisibleCharacter: (codePoint: string) => `Character ${codePoint}`,
    characters: {
      TAB: 'Tab',
      NBSP: 'No-break space',
      NNBSP: 'Narrow no-break space',
      SHY: 'Soft hyphen',
      CGJ: 'Combining grapheme joiner',
      ALM: 'Arabic letter mark',
      ZWSP: 'Zero-width space',
      ZWNJ: 'Zero-width non-joiner',
      ZWJ: 'Zero-width joiner',
      LRM: 'Left-to-right mark',
      RLM: 'Right-to-left mark',
      LS: 'Line separator',
      PS: 'Paragraph separator',
      LRE: 'Left-to-right embedding',
      RLE: 'Right-to-left embedding',
      PDF: 'End of a direction',
      LRO: 'Left-to-right override',
      RLO: 'Right-to-left override',
      WJ: 'Word joiner',
      LRI: 'Left-to-right isolate',
      RLI: 'Right-to-left isolate',
      FSI: 'First strong isolate',
      PDI: 'End of an isolate',
      HF: 'Hangul filler',
      BOM: 'Byte order mark'
    },
    rowChanges: { added: 'Added', removed: 'Removed', changed: 'Changed' },
    moved: (from: number, to: number) => `Moved: ${from} → ${to}`,
    unchanged: 'Unchanged',
    unknownTerm: (id: string) => `Deleted, id ${id}`,
    yes: 'Yes',
    no: 'No',
    days: (count: number) => counted(count, 'day', 'days'),
    variant: 'Variant',
    inactive: 'Inactive',
    deletedVariant: 'Deleted variant',
    table: (field: string, product: string) => `${field} of ${product}: table`,
    accepted: 'Accepted',
    now: 'Now',
    change: 'Change',
    rose: 'Rose by',
    fell: 'Fell by',
    allImagesRemoved: 'All images are removed.',
    sameImages: 'The images are the same.',
    primary: 'Primary',
    altChanged: 'Text changed',
    noAlt: 'No alternative text',
    ofVariant: (name: string) => `For ${name}`,
    pixels: (width: number, height: number) => `${width} × ${height} px`,
    brokenImage: "This image can't be shown",
    enlarge: (index: number, alt: string) => `Enlarge image ${index}${alt && `: ${alt}`}`,
    imageTitle: (side: string | undefined, index: number, count: number) =>
      `${side ? `${side}: image` : 'Image'} ${index} of ${count}`,
    viewerHint: 'Use the arrow keys to compare images.',
    previousImage: 'Previous image',
    nextImage: 'Next image'
  },

  // The decision on an entry, and on many.

  decision: {
    label: 'Decision',
    outcome: {
      approved: (name: string) => `Approved: ${name}`,
      rejected: (name: string) => `Rejected: ${name}`,
      decided: (name: string) => `Decided by field: ${name}`,
      accepted: (name: string) => `Accepted: ${name}`,
      hidden: (name: string) => `Hidden: ${name}`,
      many: (decided: number) => `${counted(decided, 'entry was', 'entries were')} decided`
    },

    // Why nothing can be decided, and what has to be looked at first.

    viewer: 'Your role may read the queue, but not decide.',
    noVariants: "The product has no variants, so it can't be approved. You can reject it.",
    claimed: (name: string, time: string) => `${name} reviews this until ${time}.`,
    claimedTitle: 'Claimed by someone else',
    takeOverAndSend: 'Take over and send',
    editedTitle: 'The vendor has edited this',
    edited: (fields: string) => `Look at it again before you decide. What changed: ${fields}.`,
    editedSeen: 'I have looked at it',
    nothingDecided: 'Nothing was decided.',
    showNewer: 'Show the new values and review them. What you have prepared is kept.',
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
    leaveOpen: 'Undecided',
    image: (number: number) => `Image ${number}`,
    variant: (name: string) => `Variant ${name}`,
    wholeProduct: 'Whole product',
    wholeRevision: 'All rejected fields',

    // Reasons.

    reasons: 'Reasons',
    rejectWithReason: 'Reject with a reason',
    hideWithReason: 'Hide with a reason',
    reasonsKeys: 'Reasons. Press 1 to 9 to choose a reason, T to write a reason, Enter to send.',
    reasonsIntro: 'The vendor reads them in this order and wording.',
    addReason: 'Add a reason',
    addReasonFor: (target: string) => `Add a reason about: ${target}`,
    templates: 'Reasons to choose from',
    noTemplates: 'There are no reasons to choose from yet. Write a reason below.',
    moreTemplates: 'More reasons',
    ownReason: 'Your own reason',
    ownReasonHint: 'It is sent with the decision. Enter adds it, Shift Enter begins a new line.',
    about: 'What the next reason is about',
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
      open: (fields: string, count: number) =>
        count === 1 ? `${fields} stays undecided` : `${fields} stay undecided`
    },
    willReject: 'The product becomes a draft again. The vendor can change and submit it.',
    willHide: 'The product is hidden from customers. The changes are not accepted.',
    willApprove: 'The product becomes visible to customers.',
    willApproveRevision: (count: number) =>
      count === 1
        ? 'The changed field becomes visible to customers.'
        : 'All changed fields become visible to customers.',
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
      empty: 'A reason has no text.',
      notAdded: 'Your own reason is about something that is not rejected. Add it, or remove its text.',
      tooMany: 'There are more than 50 reasons. Remove some.',
      tooLong: (by: number) =>
        `The texts of the reasons are ${counted(by, 'character', 'characters')} too long.`
    },
    sendingTitle: 'Sending…',
    sendingText: 'You can go on with the next entry. The decision is stored until the service responds.',

    // Decisions on many entries.

    many: {
      title: (count: number) => `Decide on ${counted(count, 'entry', 'entries')}`,
      list: 'Entries to decide on. Scroll with Space or Page Down.',
      intro: 'Scroll through the list. Only entries that you have read to their end are decided.',
      kinds: {
        PRODUCT: (count: number) => counted(count, 'new product', 'new products'),
        REVISION: (count: number) => counted(count, 'edit', 'edits'),
        CHANGE: (count: number) =>
          counted(count, 'change of prices or details', 'changes of prices or details')
      },
      kind: { PRODUCT: 'New product', REVISION: 'Edit', CHANGE: 'Change' },
      byKind: 'Will be decided',
      byVendor: 'From',
      vendors: (count: number) => counted(count, 'other vendor', 'other vendors'),
      shown: 'Read to its end',
      notShown: 'Not read to its end',
      leaveOut: 'Leave out',
      include: 'Include',
      named: (action: string, name: string) => `${action}: ${name}`,
      omitted: {
        leftOut: (count: number) => `${counted(count, 'entry is', 'entries are')} left out by you`,
        notShown: (count: number) => `${counted(count, 'entry is', 'entries are')} not read to the end`,
        claimed: (count: number) => `${counted(count, 'entry is', 'entries are')} claimed by others`,
        noVariants: (count: number) =>
          `${counted(count, 'product has', 'products have')} no variants and can't be approved`,
        failed: (count: number) =>
          `${counted(count, 'entry was', 'entries were')} refused. Open it to see why.`,
        tooMany: (count: number) => `${counted(count, 'entry is', 'entries are')} too many for one request`
      },
      omittedMark: {
        leftOut: 'Left out',
        notShown: 'Not read to its end',
        claimed: 'Claimed by others',
        noVariants: "No variants: can't be approved",
        failed: 'Not decided',
        tooMany: 'Too many for one request'
      },
      leftOut: 'Left out',
      showNext: 'Scroll to the next one',
      takeOver: 'Take over what others have claimed',
      nothing: 'Nothing yet',
      approve: (count: number, total: number) => `Approve ${countedOf(count, total)}`,
      reject: (count: number, total: number) => `Reject ${countedOf(count, total)}`,
      accept: (count: number, total: number) => `Accept ${countedOf(count, total)}`,
      hide: (count: number, total: number) => `Hide ${countedOf(count, total)}`,
      andNotShown: (label: string, count: number) => `${label} · ${count} not read`,
      change: 'Changes are accepted or hidden instead: they have taken effect already.',
      startRejecting: (areChanges: boolean) => (areChanges ? 'Hide…' : 'Reject…'),
      back: 'Back',
      ownReason: 'Your own reason',
      needsReason: 'Choose or write a reason first.',
      failed: (count: number) => `${counted(count, 'entry was', 'entries were')} not decided`
    },
    unsent: (count: number) => `Sending ${counted(count, 'decision', 'decisions')}…`
  },

  // Approval rules.

  rules: {
    intro:
      'Each new product and each staged edit is tried on these rules from top to bottom. The first active rule that matches decides.',
    empty: 'No approval rules yet',
    emptyDetail:
      'A rule decides in advance, for example that small text edits by trusted vendors are approved. Without rules, everything waits for a person.',
    new: 'New rule',
    newTitle: 'New approval rule',
    all: 'All rules',
    listLabel: 'Approval rules in the order in which they are tried',
    unnamed: 'Rule without a name',
    draft: 'Unsaved changes',
    on: 'On',
    off: 'Off',
    isActive: (name: string) => `“${name}” is on`,
    edit: (name: string) => `Edit “${name}”`,
    delete: (name: string) => `Delete “${name}”`,
    samples: (percent: string) => `${percent} as samples to a person`,

    decisions: { APPROVE: 'Approve', REJECT: 'Reject', QUEUE: 'Leave to a person' },
    kinds: { PRODUCT: 'New products', REVISION: 'Staged edits' },
    trust: { NEW: 'New', STANDARD: 'Standard', TRUSTED: 'Trusted' },

    // The parts of the sentence that describes conditions, in this order.
    words: {
      everything: 'Every new product and every staged edit',
      bothKinds: 'New products and staged edits',
      ofVendors: (names: string[], more: number) =>
        `of ${listed('or', names, counted(more, 'more vendor', 'more vendors'), more)}`,
      ofTrust: {
        NEW: 'of vendors with any trust',
        STANDARD: 'of vendors with at least standard trust',
        TRUSTED: 'of trusted vendors'
      },
      ifTrust: {
        NEW: '(with any trust)',
        STANDARD: '(with at least standard trust)',
        TRUSTED: '(if trusted)'
      },
      inCategories: (names: string[], more: number) =>
        `in ${listed('or', names, counted(more, 'more category', 'more categories'), more)}`,
      onlyFields: (names: string[]) =>
        `that change only ${listed(
          'or',
          names.map((name) => name.toLowerCase()),
          '',
          0
        )}`,
      textChange: (percent: string) => `with at most ${percent} of the words of each text changed`,
      images: (count: number) => `with at least ${counted(count, 'image', 'images')}`,
      price: (money: string) => `with no cost above ${money}`,
      withoutWords: (words: string[], more: number) =>
        `without ${listed(
          'or',
          words.map((word) => `“${word}”`),
          counted(more, 'more word', 'more words'),
          more
        )}`,
      withoutLinks: 'without links'
    },

    order: {
      handle: (name: string) => `Drag to move “${name}”`,
      up: (name: string) => `Move “${name}” up`,
      down: (name: string) => `Move “${name}” down`,
      moved: (name: string, position: number, count: number) =>
        `“${name}” is now number ${position} of ${count}.`,
      changed:
        'Someone else has changed the rules. The list shows them as they are now; your move was undone.'
    },

    preview: {
      title: 'The last 30 days',
      intro: 'What this rule would have decided, at its place in the list.',
      total: (evaluated: number) =>
        `Of ${counted(evaluated, 'decision', 'decisions')} in the last 30 days, these rules would have made`,
      none: 'There were no decisions in the last 30 days, so there is nothing to compare with.',
      left: (evaluated: number, earlier: number) =>
        earlier === 0
          ? `All ${counted(evaluated, 'decision', 'decisions')} of the last 30 days reach this rule.`
          : `Of ${counted(evaluated, 'decision', 'decisions')}, earlier rules take ${counted(earlier, 'entry', 'entries')}. ${counted(evaluated - earlier, 'is', 'are')} left for this rule.`,
      noMatch: 'Nothing in the last 30 days',
      noMatchDetail: 'This rule would have matched none of them.',
      approved: 'Approved',
      rejected: 'Rejected',
      queued: 'To a person',
      ofWhichSamples: (count: number) => `of which ${counted(count, 'sample', 'samples')}`,
      others: 'Not matched',
      byPeople: 'By people',
      inactive: 'Off: decides nothing',
      differs: (count: number) => `People decided otherwise ${counted(count, 'time', 'times')}`,
      agrees: 'No one decided otherwise',
      refresh: 'Update the preview',
      updating: 'Updating…',
      incomplete: 'Complete the conditions to see what the rule would have decided.',
      differencesTitle: 'Where people decided otherwise',
      wouldBe: { APPROVED: 'The rule would approve', REJECTED: 'The rule would reject' },
      decided: { APPROVED: 'approved', REJECTED: 'rejected', ACCEPTED: 'accepted', HIDDEN: 'hidden' },
      decidedBy: (who: string, what: string) => `${who} ${what} it`,
      someone: 'Someone',
      token: (name: string) => `API token ${name}`,
      more: (count: number) => `Show ${count} more`,
      noName: 'Product without a name',
      skipped: 'Vendors and categories that were deleted match nothing. Remove them when you edit the rules.'
    },

    snapshot: {
      values: 'What was judged',
      field: 'Field',
      live: 'Before',
      proposed: 'Proposed',
      decided: (what: string) => `Decided: ${what}`,
      reasons: 'Reasons',
      nothing: 'empty',
      new: 'new'
    },

    activate: {
      title: (name: string) => `Switch on “${name}”?`,
      effect:
        'From now on, the rule decides on what vendors submit. What waits already stays in the queue until you apply the rules.',
      submit: 'Switch on',
      saveAndSubmit: 'Save and switch on',
      done: (name: string) => `“${name}” is on`,
      undone: (name: string) => `“${name}” is off`,
      changed: 'Someone else has changed this rule. Look at its new preview before you switch it on.'
    },

    remove: {
      title: (name: string) => `Delete “${name}”?`,
      effect:
        'What the rule has decided stays decided. To stop the rule for some time, switch it off instead.',
      submit: 'Delete the rule',
      done: (name: string) => `“${name}” was deleted`
    },

    apply: {
      open: 'Apply to the queue',
      title: 'Apply the rules to the queue?',
      waiting: (count: number) => `${counted(count, 'entry waits', 'entries wait')} for a decision`,
      kinds: (products: number, revisions: number) =>
        `${counted(products, 'new product', 'new products')}, ${counted(revisions, 'staged edit', 'staged edits')}`,
      effect:
        'The active rules are tried on each of them. Vendors learn of the decisions at once, and a decision can’t be taken back. Entries that someone reviews at the moment are left out.',
      noneActive: 'No rule is on, so nothing would be decided. Switch a rule on first.',
      submit: 'Apply the rules',
      running: 'The rules are being applied…',
      stillWaiting: (count: number) => `${counted(count, 'entry waits', 'entries wait')} now`,
      stop: 'Stop',
      stopped: 'Stopped. What was decided until then stays decided.',
      done: 'The rules were applied',
      queued: 'Still wait',
      queue: 'Open the review queue'
    },

    form: {
      name: 'Name',
      nameHint: 'Vendors can read it in the events of their products.',
      active: 'The rule is on',
      activeHint: 'A rule that is off decides nothing.',
      conditions: 'Conditions',
      conditionsHint: 'All of them must hold.',
      addCondition: 'Add a condition',
      removeCondition: (name: string) => `Remove the condition “${name}”`,
      noConditions: 'No conditions: every entry matches',
      noConditionsDetail:
        'The rule then decides on every new product and every staged edit that no earlier rule takes.',
      then: 'Then',
      thenHints: {
        APPROVE: 'Published at once',
        REJECT: 'Sent back to the vendor with reasons',
        QUEUE: 'Waits in the queue; later rules are not tried'
      },
      samples: 'Samples',
      samplesHint: 'This share stays in the queue, so that a person checks the rule.',
      reasons: 'Reasons',
      reasonsHint: 'The vendor reads them.',
      reason: (number: number) => `Reason ${number}`,
      about: 'About',
      aboutReason: (number: number) => `What reason ${number} is about`,
      wholeProduct: 'The whole product',
      addReason: 'Add a reason',
      ownReason: 'Write your own',
      removeReason: (number: number) => `Remove reason ${number}`,
      save: 'Save',
      create: 'Create the rule',
      discard: 'Discard the changes',
      discardNew: 'Discard',
      saved: (name: string) => `“${name}” was saved`,
      created: (name: string) => `“${name}” was created as the last rule`,
      restored: 'Your unsaved changes were restored.',
      kept: (name: string) =>
        `Your changes of “${name}” are kept in this tab until you save or discard them.`,
      invalid: 'Correct the marked fields.',
      required: 'Enter a value.',
      nameRequired: 'Enter a name.',
      reasonRequired: 'Add at least one reason.',
      choose: 'Choose at least one.',
      onlyEdits:
        'This condition needs the kind of entry “Staged edits”. Choose that kind, or remove the condition.'
    },

    condition: {
      kinds: { label: 'Kind of entry', hint: 'What the rule decides on.' },
      vendorIds: { label: 'Vendors', hint: 'The product belongs to one of these vendors.' },
      minTrust: { label: 'Trust of the vendor', hint: 'The vendor has at least this trust.' },
      categoryIds: { label: 'Categories', hint: 'The product is in one of these or in a category below.' },
      onlyFields: { label: 'Changed fields', hint: 'Only staged edits: no other fields are changed.' },
      maxTextChange: {
        label: 'Changed words',
        hint: 'Only staged edits: at most this share of the words of each text differs.'
      },
      minImages: { label: 'Number of images', hint: 'The product has at least this many images.' },
      maxVendorPrice: { label: 'Highest cost', hint: 'No variant has a higher cost.' },
      withoutWords: {
        label: 'Without these words',
        hint: 'Words or phrases that none of the texts contains. Paste a list, one on each line or separated by commas.'
      },
      withoutLinks: {
        label: 'Without links',
        hint: 'The texts contain no link, web address or email address.'
      },
      percent: 'Percentage of the words',
      addWord: 'Type a word and press Enter'
    },

    conflict: {
      title: (who: string) => `${who} changed this rule in the meantime`,
      someone: 'Someone else',
      fields: (names: string[]) => `Changed: ${listed('and', names, '', 0)}.`,
      kept: 'Your form still has what you typed.',
      theirs: 'Use the new version',
      mine: 'Keep my version'
    },

    deleted: 'This rule does not exist',
    deletedDetail: 'It may have been deleted in the meantime.'
  },

  // Templates of reasons.

  reasons: {
    title: 'Reasons',
    intro: 'Texts to choose from when you reject something. Vendors read them as written.',
    new: 'New reason',
    search: 'Search codes and texts',
    field: 'Field',
    anyField: 'Any field',
    allFields: 'All fields',
    count: (count: number) => counted(count, 'reason', 'reasons'),
    countOf: (count: number, all: number) =>
      `${number.format(count)} of ${counted(all, 'reason', 'reasons')}`,
    code: 'Code',
    text: 'Text',
    fields: 'Fields',
    used: 'Used in 30 days',
    usedDetail: 'Rejections of the last 30 days that have this code',
    usedAtMost: (count: string) => `≤ ${count}`,
    actions: (code: string) => `Actions for ${code}`,

    empty: 'No reasons yet',
    emptyText:
      'Write down what you often tell vendors, such as “An image shows another product”. When you reject something, choose the text instead of typing it, and the statistics count how often each one is used.',
    emptyViewer: 'Texts that reviewers can choose when they reject something appear here.',
    noMatch: 'No reason matches',
    noMatchText: 'Change the search, or clear all filters.',

    createTitle: 'New reason',
    editTitle: 'Edit the reason',
    viewTitle: 'Reason',
    textHint: 'What the vendor reads. Say what is wrong and what to do.',
    codeHint: 'Names the reason in statistics and in the API. Capital letters, digits and underscores.',
    codeChanged: 'Decisions that were made with the former code are still counted under it.',
    fieldsHint: 'Offered when one of these is rejected. Choose none to offer it always.',
    fieldsPlaceholder: 'All fields',
    length: (length: number, max: number) => `${number.format(length)} / ${number.format(max)}`,
    created: (code: string) => `Created: ${code}`,
    saved: (code: string) => `Saved: ${code}`,
    updated: 'Last changed',

    fault: (label: string, message: string) => `${label} ${message}.`,
    required: 'This is required.',
    codeTaken: 'Another reason has this code.',

    restored: 'What you typed before was restored. It is not saved yet.',
    discard: 'Discard it',
    conflict: 'This reason was changed in the meantime',
    conflictBy: (name: string) => `${name} has changed this reason in the meantime`,
    conflictText: 'Nothing of yours was saved. It is saved in place of the values below if you save again.',
    conflictNow: (label: string) => `${label} now:`,
    useTheirs: 'Use these values',
    deleted: 'This reason was deleted in the meantime',
    deletedText: 'Save again to create it anew with what you typed.',
    gone: 'There is no such reason',
    goneText: 'It was deleted, or the address is wrong.',
    toList: 'Show all reasons',

    deleteTitle: (code: string) => `Delete ${code}?`,
    deleteText: 'It can no longer be chosen. Decisions and rules that contain it stay as they are.',
    deleteUsed: (count: number) =>
      `It was used in ${counted(count, 'rejection', 'rejections')} in the last 30 days.`,
    deleteChanged: 'The reason was changed in the meantime. Read it again before you delete it.',
    deleteSubmit: 'Delete the reason',
    deleteDone: (code: string) => `Deleted: ${code}`
  },

  // Statistics of the review.

  statistics: {
    title: 'Statistics',
    intro: 'What waits for a decision, and what was decided. Days begin at midnight UTC.',
    period: 'Period',
    days: (days: number) => counted(days, 'day', 'days'),
    updated: (time: string) => `Updated at ${time}`,

    waiting: 'Waiting now',
    kinds: { PRODUCT: 'New products', REVISION: 'Edits', CHANGE: 'Watched changes' },
    oldest: 'Oldest:',
    nothingWaits: 'Nothing waits',
    about: (count: string) => `about ${count}`,

    lastDays: (days: number) => `The last ${counted(days, 'day', 'days')}`,
    decided: 'Decisions',
    decidedDetail: (approved: string, rejected: string) => `${approved} approved, ${rejected} rejected`,
    median: 'Median wait',
    waitDetail: 'for a decision by a person',
    p90: '9 of 10 within',
    byRulesShare: 'By rules',
    byRulesDetail: (count: string) => `${count} without a person`,
    noValue: '–',

    perDay: 'Decisions per day',
    perWeek: 'Decisions per week',
    keys: 'Arrow keys show the values',
    display: 'Display',
    chart: 'Chart',
    table: 'Table',
    day: 'Day (UTC)',
    week: 'Week (UTC)',
    approved: 'Approved',
    rejected: 'Rejected',
    byRules: 'Of these, by rules',
    total: 'Total',
    nothingDecided: (days: number) => `Nothing was decided in the last ${counted(days, 'day', 'days')}`,
    nothingDecidedHint: 'Choose a longer period, or decide on what waits in the review queue.',
    toQueue: 'Go to the review queue',

    byVendor: 'Rejections by vendor',
    vendor: 'Vendor',
    inactive: 'Inactive',
    vendorDecided: 'Decided',
    share: 'Share',
    waitingOf: (vendor: string) => `What waits from ${vendor}`,
    byReason: 'Rejections by reason',
    reason: 'Reason',
    reasonCount: 'Rejections',
    withoutCode: 'Without a code',
    withoutCodeDetail: 'The reason was written by hand.',
    noTemplate: 'There is no template with this code any more.',
    noRejections: 'Nothing was rejected in this period.',
    showMore: (count: number) => `Show ${counted(count, 'more', 'more')}`
  },

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
