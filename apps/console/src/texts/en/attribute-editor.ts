import { counted, number } from './counted.ts'

const products = (count: number) => counted(count, 'product', 'products')

/** The operator's screen of attributes. */
export const attributeEditor = {
  title: 'Attributes',
  intro:
    'What products should say about themselves, such as the voltage of a drill, and which categories ask for it.',
  new: 'New attribute',
  tabs: { label: 'Views', attributes: 'Attributes', categories: 'Categories' },
  search: 'Search names and codes',
  searchCategories: 'Search categories',
  anyType: 'Any type',
  count: (shown: number, total: number) =>
    shown === total
      ? counted(total, 'attribute', 'attributes')
      : `${number.format(shown)} of ${number.format(total)}`,
  empty: 'No attributes yet',
  emptyText: 'Create an attribute, and then choose the categories whose products need it.',
  emptyViewer: 'Attributes appear here when an editor has created them.',
  noMatch: 'No attribute matches',
  noMatchText: 'Change the search, or clear all filters.',
  noCategory: 'No category matches',
  noCategories: 'There are no categories yet. Create them with the API first.',
  more: (count: number) => `${counted(count, 'more category', 'more categories')}. Search to find them.`,
  actions: (name: string) => `Actions for ${name}`,

  name: 'Name',
  code: 'Code',
  type: 'Type',
  level: 'Belongs to',
  used: 'Used in',
  usedIn: (first: string, more: number) => (more === 0 ? first : `${first} and ${number.format(more)} more`),
  unused: 'No category',
  category: 'Category',
  own: 'Own attributes',
  all: 'With inherited ones',

  types: {
    TEXT: 'Text',
    NUMBER: 'Number',
    INTEGER: 'Whole number',
    BOOLEAN: 'Yes or no',
    DATE: 'Date',
    OPTION: 'One option',
    OPTIONS: 'Several options'
  },
  levels: { PRODUCT: 'The product', VARIANT: 'Each variant' },
  levelHints: {
    PRODUCT:
      'One value for the whole product. Changes of live products are reviewed before customers see them.',
    VARIANT: 'Each variant has its own value. Changes apply at once.'
  },

  // One attribute.

  createTitle: 'New attribute',
  back: 'All attributes',
  gone: 'This attribute does not exist',
  goneText: 'It may have been deleted in the meantime.',
  basics: 'Basics',
  values: 'Values',
  options: 'Options',
  nameHint: 'What vendors and moderators read.',
  codeHint: 'The key in the API and in files. It never changes.',
  fixed: 'Never changes, because products have values of it.',
  help: 'Help',
  helpHint: 'Tells vendors what to enter.',
  unit: 'Unit',
  unitHint: 'Such as V or mm. Values are numbers without it.',
  min: 'Smallest value',
  max: 'Largest value',
  maxLength: 'Maximum length',
  maxLengthHint: 'In characters. If empty, 2,000.',
  pattern: 'Pattern',
  patternHint: 'A regular expression that a part of the text must match, such as ^[A-Z]{2}-\\d+$',
  isWatched: 'Review changes of live products afterwards',
  noLimits: 'Values of this type have no limits.',
  facetId: 'Facet of the shop',
  facetHint: 'Products are also filed under the value of this facet that has the label of their option.',
  noFacet: 'None',
  optionsHint:
    'Vendors choose from them in this order. A code never changes; a removed option makes values of it invalid.',
  noOptions: 'No options yet.',
  addOption: 'Add an option',
  addMany: 'Add several',
  addManyTitle: 'Add several options',
  addManyHint: 'One option on each line: its label, and after a tab or a semicolon its code if you have one.',
  addManySubmit: (count: number) => (count === 0 ? 'Add' : `Add ${counted(count, 'option', 'options')}`),
  option: (index: number) => `option ${index}`,
  labelOf: (index: number) => `Label of option ${index}`,
  codeOf: (index: number) => `Code of option ${index}`,
  facetValueOf: (index: number) => `Facet value of option ${index}`,
  byLabel: 'By its label',
  labelPlaceholder: 'Label',
  codePlaceholder: 'Code',
  create: 'Create the attribute',
  save: 'Save',
  reviewAndSave: 'Check and save',
  saved: (name: string) => `“${name}” was saved`,
  created: (name: string) => `“${name}” was created. Choose the categories that need it.`,
  usedTitle: 'Where it is used',
  usedHint: 'Categories below them inherit it.',
  unusedText: 'No category lists it yet. Open a category to add it.',
  toCategories: 'Choose a category',

  // Deleting.

  deleteTitle: (name: string) => `Delete “${name}”?`,
  deleteText: (categories: number) =>
    categories === 0
      ? 'No category lists it. Products keep their values, which are no longer checked.'
      : `It is removed from ${counted(categories, 'category', 'categories')}. Products keep their values, which are no longer checked.`,
  deleteSubmit: 'Delete the attribute',
  deleted: (name: string) => `“${name}” was deleted`,
  deleteChanged: 'Someone has changed it in the meantime. Look at it again, and then delete it.',

  // The attributes of a category.

  categoryIntro: 'All categories',
  categoryGone: 'This category does not exist',
  categoryGoneText: 'It may have been deleted in the meantime.',
  listed: 'Attributes of this category',
  listedHint: 'Forms show them in this order. The categories below inherit them.',
  listedNone: 'This category lists no attributes itself.',
  inherited: 'Inherited attributes',
  inheritedHint: 'From the categories above. This category can ask for more, but not for less.',
  inheritedAs: (requirement: string) => `inherited as ${requirement.toLowerCase()}`,
  raise: 'Ask for more',
  raiseOf: (name: string) => `Ask for more: ${name}`,
  raised: 'Listed above',
  add: 'Add an attribute',
  addPlaceholder: 'Search attributes',
  noAttribute: 'No attribute found',
  requirement: 'Requirement',
  requirementOf: (name: string) => `Requirement of ${name}`,
  enforcedFromOf: (name: string) => `${name}: required from`,
  atOnce: 'Required from. If empty, at once.',
  lower: 'The categories above ask for more. Choose a stronger requirement.',
  requirementHints: {
    REQUIRED: 'New products can only be approved with a value.',
    RECOMMENDED: 'Vendors see that it is recommended.',
    OPTIONAL: 'Vendors can fill it in.'
  },
  categorySaved: (name: string) => `The attributes of “${name}” were saved`,
  categoryFields: { rows: 'the attributes' },

  // What a change would do.

  preview: {
    title: 'What this change does',
    checking: 'Products are being checked…',
    checkingHint: 'With many products, this takes minutes.',
    none: (checked: number) =>
      checked === 0
        ? 'No product is concerned.'
        : `No product gets an issue. ${counted(checked, 'product was', 'products were')} checked.`,
    affected: (count: number, vendors: number) =>
      `${products(count)} of ${counted(vendors, 'vendor', 'vendors')} would get issues that they do not have now`,
    detail: (checked: number, affected: number, without: number) => {
      const others =
        without === 0
          ? 'All of the affected ones have other issues already.'
          : without === affected
            ? 'None of the affected ones has an issue now.'
            : `${number.format(without)} of the affected ones have no issue now.`
      return `${counted(checked, 'product was', 'products were')} checked. ${others}`
    },
    effect:
      'Nothing is taken off sale. The vendors see what is missing, and new products are approved only when it is there.',
    later: 'This is the effect when the last of the new requirements is enforced.',
    vendor: 'Vendor',
    products: 'Products',
    moreVendors: (count: number) => counted(count, 'more vendor', 'more vendors'),
    examples: 'For example',
    missing: (name: string) => `${name} is missing`,
    wrong: (name: string, message: string) => `${name} ${message}`,
    submit: 'Save',
    skip: 'Save without waiting',
    vendors: 'Vendors whose products would get issues'
  }
}
