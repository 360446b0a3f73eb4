import { counted, number } from './counted.ts'

/** Templates of reasons. */
export const reasons = {
  title: 'Reasons',
  intro: 'Texts to choose from when you reject something. Vendors read them as written.',
  new: 'New reason',
  search: 'Search codes and texts',
  field: 'Field',
  anyField: 'Any field',
  allFields: 'All fields',
  count: (count: number) => counted(count, 'reason', 'reasons'),
  countOf: (count: number, all: number) => `${number.format(count)} of ${counted(all, 'reason', 'reasons')}`,
  code: 'Code',
  text: 'Text',
  fields: 'Fields',
  used: 'Used in 30 days',
  usedDetail: 'Rejections of the last 30 days that have this code',
  usedAtMost: (count: string) => `≤ ${count}`,
  actions: (code: string) => `Actions for ${code}`,

  empty: 'No reasons yet',
  emptyText:
    'Save what you often tell vendors, such as “An image shows another product”. Then choose the text instead of typing it. The statistics count how often each reason is used.',
  emptyViewer: 'Texts that reviewers choose from when they reject something appear here.',
  noMatch: 'No reasons match',
  noMatchText: 'Change the search, or clear all filters.',

  createTitle: 'New reason',
  editTitle: 'Edit the reason',
  viewTitle: 'Reason',
  textHint: 'What the vendor reads. Say what is wrong and what to do.',
  codeHint: 'Identifies the reason in statistics and in the API. Capital letters, digits and underscores.',
  codeChanged: 'Earlier decisions are still counted under the old code.',
  fieldsHint: 'Offered when one of these fields is rejected. If empty, always offered.',
  fieldsPlaceholder: 'All fields',
  length: (length: number, max: number) => `${number.format(length)} / ${number.format(max)}`,
  created: (code: string) => `Created: ${code}`,
  saved: (code: string) => `Saved: ${code}`,
  updated: 'Last changed',

  fault: (label: string, message: string) => `${label} ${message}.`,
  required: 'Enter a value.',
  codeTaken: 'Another reason has this code.',

  conflict: 'Someone else changed this reason',
  conflictBy: (name: string) => `${name} changed this reason`,
  conflictText: 'Your values are not saved. Save again to replace the values below.',
  conflictNow: (label: string) => `${label} now:`,
  useTheirs: 'Use these values',
  deleted: 'This reason was deleted',
  deletedText: 'Save again to create a new reason with what you typed.',
  gone: 'Reason not found',
  goneText: 'It was deleted, or the address is wrong.',
  toList: 'Show all reasons',

  deleteTitle: (code: string) => `Delete ${code}?`,
  deleteText: "It can no longer be chosen. Decisions and rules that use it don't change.",
  deleteUsed: (count: number) =>
    `It was used in ${counted(count, 'rejection', 'rejections')} in the last 30 days.`,
  deleteChanged: 'Someone else changed this reason. Read it again before you delete it.',
  deleteSubmit: 'Delete the reason',
  deleteDone: (code: string) => `Deleted: ${code}`
}
