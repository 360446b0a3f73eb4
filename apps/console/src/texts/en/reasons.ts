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

  conflict: 'This reason was changed in the meantime',
  conflictBy: (name: string) => `${name} has changed this reason in the meantime`,
  conflictText: 'Nothing of yours was saved. It is saved in place of the values below if you save again.',
  conflictNow: (label: string) => `${label} now:`,
  useTheirs: 'Use these values',
  deleted: 'This reason was deleted in the meantime',
  deletedText: 'Save again to create a new reason with what you typed.',
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
}
