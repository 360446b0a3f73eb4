import { counted, listed, number } from './counted.ts'

/** Approval rules. */
export const rules = {
  intro:
    'Rules check new products and staged edits from top to bottom. The first active rule that matches decides.',
  empty: 'No approval rules yet',
  emptyDetail:
    'A rule decides automatically, for example to approve small text edits by trusted vendors. Without rules, everything waits for a person.',
  new: 'New rule',
  newTitle: 'New approval rule',
  all: 'All rules',
  listLabel: 'Approval rules in the order in which they apply',
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
    withoutLinks: 'without links',
    attributesMissing: 'with missing attributes',
    attributesComplete: 'with all required attributes'
  },

  order: {
    changed: 'Someone else changed the rules. You see the current rules. Your move was undone.'
  },

  preview: {
    title: 'The last 30 days',
    intro: 'What this rule would have decided, at its position in the list.',
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
    differs: (count: number) => `People decided differently ${counted(count, 'time', 'times')}`,
    agrees: 'No one decided differently',
    refresh: 'Update the preview',
    updating: 'Updating…',
    incomplete: 'Complete the conditions to see what the rule would have decided.',
    differencesTitle: 'Where people decided differently',
    wouldBe: { APPROVED: 'The rule would approve', REJECTED: 'The rule would reject' },
    decided: { APPROVED: 'approved', REJECTED: 'rejected', ACCEPTED: 'accepted', HIDDEN: 'hidden' },
    decidedBy: (who: string, what: string) => `${who} ${what} it`,
    someone: 'Someone',
    token: (name: string) => `API token ${name}`,
    more: (count: number) => `Show ${count} more`,
    noName: 'Product without a name',
    skipped: 'Deleted vendors and categories match nothing. Remove them from the rules.'
  },

  snapshot: {
    values: 'What was reviewed',
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
      'From now on, the rule decides on what vendors submit. Entries that are already waiting stay in the queue until you apply the rules.',
    submit: 'Switch on',
    saveAndSubmit: 'Save and switch on',
    done: (name: string) => `“${name}” is on`,
    undone: (name: string) => `“${name}” is off`,
    changed: 'Someone else changed this rule. Check its new preview before you switch it on.'
  },

  remove: {
    title: (name: string) => `Delete “${name}”?`,
    effect: "Earlier decisions don't change. To pause the rule, switch it off instead.",
    submit: 'Delete the rule',
    done: (name: string) => `“${name}” was deleted`
  },

  apply: {
    open: 'Apply to the queue',
    title: 'Apply the rules to the queue?',
    evaluating: 'The rules are tried on everything that waits. Nothing is decided yet.',
    planned: { approved: 'Would be approved', rejected: 'Would be rejected', queued: 'Left to people' },
    lists: 'What the rules would decide',
    tabs: { APPROVE: 'Approve', REJECT: 'Reject', QUEUE: 'Left to people' },
    kind: { PRODUCT: 'New product', REVISION: 'Staged edit' },
    about: (kind: string, vendor: string, sku: string) => `${kind} · ${vendor} · ${sku}`,
    noRule: 'No rule matches',
    sample: 'Sample',
    empty: 'Nothing.',
    incomplete: (count: number) =>
      `There is so much that only the ${counted(count, 'entry', 'entries')} that have waited longest were tried. Apply the rules to these, and then open this dialog again.`,
    effect:
      "Only what is listed is decided, and only if it hasn't changed until then. Vendors learn of the decisions at once, and a decision can't be taken back. Entries that someone reviews at the moment are left out.",
    noneActive: 'No rule is on, so nothing would be decided. Switch a rule on first.',
    submit: (approved: number, rejected: number) =>
      approved > 0 && rejected > 0
        ? `Approve ${number.format(approved)} and reject ${number.format(rejected)}`
        : approved > 0
          ? `Approve ${number.format(approved)}`
          : rejected > 0
            ? `Reject ${number.format(rejected)}`
            : 'Mark the samples',
    submitNothing: 'Apply the rules',
    running: 'The rules are being applied…',
    stop: 'Stop',
    stopped: 'Stopped. What was decided until then stays decided.',
    done: 'The rules were applied',
    left: 'Left',
    changed: (count: number) =>
      `${counted(count, 'entry was', 'entries were')} left because of a change, a decision or a claim after you opened this dialog.`,
    queue: 'Open the review queue'
  },

  form: {
    name: 'Name',
    nameHint: 'Vendors see it in the events of their products.',
    active: 'The rule is on',
    activeHint: 'A rule that is off decides nothing.',
    conditions: 'Conditions',
    conditionsHint: 'All of them must hold.',
    addCondition: 'Add a condition',
    removeCondition: (name: string) => `Remove the condition “${name}”`,
    noConditions: 'No conditions: every entry matches',
    noConditionsDetail: 'The rule decides on every new product and staged edit that no earlier rule decides.',
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
    kept: (name: string) => `Your changes to “${name}” stay in this tab until you save or discard them.`,
    invalid: 'Correct the marked fields.',
    required: 'Enter a value.',
    nameRequired: 'Enter a name.',
    reasonRequired: 'Add at least one reason.',
    choose: 'Choose at least one.',
    onlyEdits:
      'This condition is only for staged edits. Choose the kind “Staged edits”, or remove the condition.'
  },

  condition: {
    kinds: { label: 'Kind of entry', hint: 'What the rule decides on.' },
    vendorIds: { label: 'Vendors', hint: 'The product belongs to one of these vendors.' },
    minTrust: { label: 'Trust of the vendor', hint: 'The vendor has at least this trust.' },
    categoryIds: { label: 'Categories', hint: 'The product is in one of these or in a subcategory.' },
    onlyFields: { label: 'Changed fields', hint: 'Only staged edits: no other fields are changed.' },
    maxTextChange: {
      label: 'Changed words',
      hint: 'Only staged edits: at most this share of the words of each text differs.'
    },
    minImages: { label: 'Number of images', hint: 'The product has at least this many images.' },
    maxVendorPrice: { label: 'Highest cost', hint: 'No variant has a higher cost.' },
    withoutWords: {
      label: 'Without these words',
      hint: 'Words or phrases that no text may contain. Paste a list, one per line or separated by commas.'
    },
    withoutLinks: {
      label: 'Without links',
      hint: 'The texts contain no link, web address or email address.'
    },
    missingAttributes: {
      label: 'Required attributes',
      hint: 'Attributes that the categories require. A rule never approves a new product without them.'
    },
    attributesMissing: 'At least one is missing',
    attributesComplete: 'None is missing',
    percent: 'Percentage of the words',
    addWord: 'Type a word and press Enter'
  },

  conflict: {
    title: (who: string) => `${who} changed this rule`,
    someone: 'Someone else',
    fields: (names: string[]) => `Changed: ${listed('and', names, '', 0)}.`,
    kept: 'Your form still has what you typed.',
    theirs: 'Use the new version',
    mine: 'Keep my version'
  },

  deleted: 'Rule not found',
  deletedDetail: 'It may have been deleted.'
}
