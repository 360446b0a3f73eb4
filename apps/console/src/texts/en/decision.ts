import { counted, countedOf } from './counted.ts'

/** The decision on an entry, and on many. */
export const decision = {
  label: 'Decision',
  backToEntry: 'Back to the entry',
  toReasons: 'Continue with the reasons',
  outcome: {
    approved: (name: string) => `Approved: ${name}`,
    rejected: (name: string) => `Rejected: ${name}`,
    decided: (name: string) => `Decided by field: ${name}`,
    accepted: (name: string) => `Accepted: ${name}`,
    hidden: (name: string) => `Hidden: ${name}`,
    many: (decided: number) => `${counted(decided, 'entry was', 'entries were')} decided`
  },

  // Why nothing can be decided, and what has to be looked at first.

  viewer: "Your role can read the queue, but can't decide.",
  noVariants: "The product has no variants, so it can't be approved. You can reject it.",
  attributeIssues: 'Required attributes are missing or not valid. Open the entry to see which.',
  claimed: (name: string, time: string) => `${name} is reviewing this until ${time}.`,
  claimedTitle: 'Claimed by someone else',
  takeOverAndSend: 'Take over and send',
  editedTitle: 'The vendor edited this',
  edited: (fields: string) => `Check it again before you decide. Changed: ${fields}.`,
  editedSeen: 'I checked it',
  nothingDecided: 'Nothing was decided.',
  showNewer: 'Show the new values and check them. Your prepared decision stays.',
  confirm: {
    edited: 'The vendor edited this after you started. Check it again, and then repeat your decision.',
    correction: 'You typed a correction that is not saved. To decide without it, repeat your decision.',
    discards: 'An approval discards your prepared rejection. To approve anyway, repeat it.'
  },
  already: (name: string) => `Already decided: ${name}`,
  alreadyBy: (outcome: string, who: string, ago: string) => `${outcome} by ${who}, ${ago}.`,
  alreadyUnknown: 'Someone else decided, or the vendor withdrew it.',
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
  reasonsKeys: 'Reasons. Press 1 to 9 to choose a reason, T to write a reason, Enter to send.',
  reasonsIntro: 'The vendor sees them exactly like this.',
  addReason: 'Add a reason',
  addReasonFor: (target: string) => `Add a reason about: ${target}`,
  templates: 'Reasons to choose from',
  noTemplates: 'No reasons to choose from yet. Write one below.',
  moreTemplates: 'More reasons',
  ownReason: 'Your own reason',
  ownReasonHint: 'Sent with the decision. Press Enter to add it, Shift Enter for a new line.',
  about: 'The next reason is about',
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
  willReject: 'The product becomes a draft again. The vendor can change it and submit it again.',
  willHide: 'The product is hidden from customers. The changes are not accepted.',
  willApprove: 'The product becomes visible to customers.',
  willApproveRevision: (count: number) =>
    count === 1
      ? 'The changed field becomes visible to customers.'
      : 'All changed fields become visible to customers.',
  willAccept: 'The changes stay, and become the accepted values.',
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
    notAdded: 'Your own reason is about something that is not rejected. Add it, or clear its text.',
    tooMany: 'There are more than 50 reasons. Remove some.',
    tooLong: (by: number) =>
      `The texts of the reasons are ${counted(by, 'character', 'characters')} too long.`
  },
  sendingTitle: 'Sending…',
  sendingText: 'You can continue with the next entry. The decision is kept until the service responds.',

  // Decisions on many entries.

  many: {
    title: (count: number) => `Decide on ${counted(count, 'entry', 'entries')}`,
    list: 'Entries to decide on. Scroll with Space or Page Down.',
    intro: 'Scroll through the list. Only entries that you scrolled to the end are decided.',
    kinds: {
      PRODUCT: (count: number) => counted(count, 'new product', 'new products'),
      REVISION: (count: number) => counted(count, 'edit', 'edits'),
      CHANGE: (count: number) => counted(count, 'change to prices or details', 'changes to prices or details')
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
    takeOver: 'Take over entries claimed by others',
    nothing: 'Nothing yet',
    approve: (count: number, total: number) => `Approve ${countedOf(count, total)}`,
    reject: (count: number, total: number) => `Reject ${countedOf(count, total)}`,
    accept: (count: number, total: number) => `Accept ${countedOf(count, total)}`,
    hide: (count: number, total: number) => `Hide ${countedOf(count, total)}`,
    andNotShown: (label: string, count: number) => `${label} · ${count} not read`,
    change: 'Changes are in effect already, so you accept or hide them instead.',
    startRejecting: (areChanges: boolean) => (areChanges ? 'Hide…' : 'Reject…'),
    back: 'Back',
    ownReason: 'Your own reason',
    needsReason: 'Choose or write a reason first.',
    failed: (count: number) => `${counted(count, 'entry was', 'entries were')} not decided`
  },
  unsent: (count: number) => `Sending ${counted(count, 'decision', 'decisions')}…`
}
