import { counted, number } from './counted.ts'

const products = (count: number) => counted(count, 'product', 'products')

/** The operator's screen of attributes. */
export const attributeEditor = {
  title: 'Attributes',
  intro: 'Product details, such as the voltage of a drill, and the categories that ask for them.',
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
  emptyViewer: 'Attributes that editors create appear here.',
  noMatch: 'No attributes match',
  noMatchText: 'Change the search, or clear all filters.',
  noCategory: 'No categories match',
  noCategories: 'There are no categories yet. Create them on the Categories screen first.',
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
  all: 'Including inherited',

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
      'One value for the whole product. Changes to live products are reviewed before customers see them.',
    VARIANT: 'Each variant has its own value. Changes apply at once.'
  },

  // One attribute.

  createTitle: 'New attribute',
  back: 'All attributes',
  gone: 'Attribute not found',
  goneText: 'It may have been deleted.',
  basics: 'Basics',
  values: 'Values',
  options: 'Options',
  nameHint: 'What vendors and moderators read.',
  codeHint: 'The key in the API and in files. It never changes.',
  fixed: 'Fixed since the attribute was created.',
  help: 'Help',
  helpHint: 'Tells vendors what to enter.',
  unit: 'Unit',
  unitHint: 'Such as V or mm. Values are numbers without the unit.',
  min: 'Smallest value',
  max: 'Largest value',
  maxLength: 'Maximum length',
  maxLengthHint: 'In characters. 2,000 if empty.',
  pattern: 'Pattern',
  patternHint: 'A regular expression that part of the text must match, such as ^[A-Z]{2}-\\d+$',
  isWatched: 'Review changes to live products afterwards',
  noLimits: 'Values of this type have no limits.',
  facetId: 'Facet of the shop',
  facetHint: 'Products also get the facet value with the same label as their option.',
  noFacet: 'None',
  optionsHint:
    'Vendors see them in this order. Codes never change. If you remove an option, its values become invalid.',
  noOptions: 'No options yet.',
  addOption: 'Add an option',
  addMany: 'Add several',
  addManyTitle: 'Add several options',
  addManyHint: 'One option per line: its label, and optionally a tab or a semicolon and its code.',
  addManySubmit: (count: number) => (count === 0 ? 'Add' : `Add ${counted(count, 'option', 'options')}`),
  option: (index: number) => `option ${index}`,
  labelOf: (index: number) => `Label of option ${index}`,
  codeOf: (index: number) => `Code of option ${index}`,
  facetValueOf: (index: number) => `Facet value of option ${index}`,
  byLabel: 'By label',
  labelPlaceholder: 'Label',
  codePlaceholder: 'Code',
  create: 'Create the attribute',
  save: 'Save',
  reviewAndSave: 'Check and save',
  saved: (name: string) => `“${name}” was saved`,
  created: (name: string) => `“${name}” was created. Choose the categories that need it.`,
  usedTitle: 'Where it is used',
  usedHint: 'Categories below them inherit it.',
  unusedText: 'No category uses it yet. Open a category to add it.',
  toCategories: 'Choose a category',

  // Deleting.

  deleteTitle: (name: string) => `Delete “${name}”?`,
  deleteText: (categories: number) =>
    categories === 0
      ? 'No category uses it. Products keep their values, which are no longer checked.'
      : `It is removed from ${counted(categories, 'category', 'categories')}. Products keep their values, which are no longer checked.`,
  deleteSubmit: 'Delete the attribute',
  deleted: (name: string) => `“${name}” was deleted`,
  deleteChanged: 'Someone else changed it. Check it again before you delete it.',

  // The attributes of a category.

  listed: 'Attributes of this category',
  listedHint: 'Forms show them in this order. The categories below inherit them.',
  listedNone: 'This category has no attributes of its own.',
  inherited: 'Inherited attributes',
  inheritedHint: 'From parent categories. This category can be stricter, but not less strict.',
  inheritedAs: (requirement: string) => `inherited as ${requirement.toLowerCase()}`,
  raise: 'Make stricter',
  raiseOf: (name: string) => `Make stricter: ${name}`,
  raised: 'Listed above',
  add: 'Add an attribute',
  addPlaceholder: 'Search attributes',
  noAttribute: 'No attribute found',
  noDefinitions: 'No attributes yet. Create the first one on the screen “Attributes”.',
  requirement: 'Requirement',
  requirementOf: (name: string) => `Requirement of ${name}`,
  enforcedFromOf: (name: string) => `${name}: required from`,
  atOnce: 'Required from. Immediately if empty.',
  lower: 'The parent categories are stricter. Choose a stronger requirement.',
  requirementHints: {
    REQUIRED: 'New products need a value to be approved.',
    RECOMMENDED: 'Vendors see that it is recommended.',
    OPTIONAL: 'Vendors can fill it in.'
  },
  categorySaved: (name: string) => `The attributes of “${name}” were saved`,
  categoryFields: { rows: 'the attributes' },

  // What a change would do.

  preview: {
    title: 'What this change does',
    checking: 'Checking products…',
    checkingHint: 'This can take minutes if there are many products.',
    none: (checked: number) =>
      checked === 0
        ? 'No products are affected.'
        : `No product gets new issues. ${counted(checked, 'product was', 'products were')} checked.`,
    affected: (count: number, vendors: number) =>
      `${products(count)} of ${counted(vendors, 'vendor', 'vendors')} would get new issues`,
    detail: (checked: number, affected: number, without: number) => {
      const others =
        without === 0
          ? 'All of the affected products already have other issues.'
          : without === affected
            ? 'None of the affected products has an issue now.'
            : `${number.format(without)} of the affected products have no issue now.`
      return `${counted(checked, 'product was', 'products were')} checked. ${others}`
    },
    effect:
      "Nothing is taken off sale. Vendors see what is missing, and new products can't be approved without it.",
    later: 'This is the effect once all of the new requirements apply.',
    vendor: 'Vendor',
    products: 'Products',
    moreVendors: (count: number) => counted(count, 'more vendor', 'more vendors'),
    examples: 'For example',
    missing: (name: string) => `${name} is missing`,
    wrong: (name: string, message: string) => `${name} ${message}`,
    submit: 'Save',
    skip: 'Save without waiting',
    vendors: 'Vendors whose products would get new issues'
  }
}
