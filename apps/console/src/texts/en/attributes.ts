import { counted, listed, number } from './counted.ts'

/** Attributes of products: their values, and the definitions of the operator. */
export const attributes = {
  yes: 'Yes',
  no: 'No',
  notSet: 'Not set',
  requirements: { REQUIRED: 'Required', RECOMMENDED: 'Recommended', OPTIONAL: 'Optional' },
  recommended: 'recommended',
  requiredFrom: (day: string) => `Required from ${day}.`,
  maxLength: (count: number) => `Up to ${counted(count, 'character', 'characters')}.`,
  range: (min: string | undefined, max: string | undefined) =>
    min === undefined ? `Up to ${max}.` : max === undefined ? `At least ${min}.` : `From ${min} to ${max}.`,
  choose: 'Choose',
  noOption: 'No options found',

  problem: {
    text: 'Enter text.',
    tooLong: (count: number) => `Use at most ${counted(count, 'character', 'characters')}.`,
    pattern: (pattern: string) => `Doesn't match the pattern ${pattern}`,
    number: 'Enter a number such as 12.5.',
    integer: 'Enter a whole number.',
    tooSmall: (min: string) => `Enter ${min} or more.`,
    tooLarge: (max: string) => `Enter ${max} or less.`,
    boolean: 'Choose yes or no.',
    date: 'Enter a date.',
    options: 'Choose at least one option.',
    unknownOption: (value: string) => `“${value}” is no longer an option. Choose another one.`
  },

  title: 'Attributes',
  hint: 'Details that customers compare and filter by. They depend on the categories.',
  hintLive:
    'Details that customers compare and filter by. Changes to a live product are published after approval.',
  none: 'The categories of this product ask for no attributes.',
  noCategory: 'Choose a category to see its attributes.',
  others: 'Other attributes',
  hasField: (label: string) => `“${label}” has a field of its own above.`,
  ofVariants: 'Variant attributes are in the table of variants.',
  missing: (count: number) => `${number.format(count)} missing`,
  previous: 'Previous variant',
  next: 'Next variant',
  issues: {
    title: (count: number) => `${counted(count, 'attribute needs', 'attributes need')} a correction`,
    pending: "The product can't be approved until they are correct.",
    live: 'Customers still see the product. The operator changed the requirements of its categories.',
    missing: 'missing',
    ofVariant: (label: string, variant: string) => `${label} of ${variant}`,
    more: (count: number) => `and ${counted(count, 'more', 'more')}`,
    done: 'All are filled in. Save the product.'
  },
  review: {
    blocked: (names: string[]) => `Can't be approved: ${listed('and', names, '', 0)}.`,
    missing: (label: string) => `${label} is missing`,
    wrong: (label: string) => `${label} is not valid`,
    more: (count: number) => counted(count, 'more attribute', 'more attributes'),
    unchanged: (count: number) => `${counted(count, 'attribute is', 'attributes are')} unchanged`
  }
}
