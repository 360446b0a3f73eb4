import type { ApprovalRuleConditions } from '@purveyor/client'
import type { rulesTexts } from '../../texts/rules.ts'
import type { Texts } from '../../texts/texts.ts'
import { nameOr } from '../../ui/name-or.ts'

/** What the sentence needs besides the conditions. A name is null if the object was deleted. */
export type Wording = {
  texts: typeof rulesTexts
  names: Texts['names']
  fields: Texts['fields']
  vendor: (id: string) => string | null | undefined
  category: (id: string) => string | null | undefined
  money: (amount: string) => string
  percent: (share: number) => string
}

/** The number of vendors, categories or words that a sentence names. */
export const maxNamed = 3

/**
 * Returns the conditions of an approval rule as a sentence without a full stop, such as `Staged edits of trusted
 * vendors that change only name, with at most 20% of the words of each text changed`.
 */
export function describeConditions(when: ApprovalRuleConditions, wording: Wording): string {
  const { words } = wording.texts
  const categoryOf = (id: string) => nameOr(wording.category(id), wording.names.category)
  const subject = [subjectOf(when, wording.texts), ...vendorParts(when, wording)]
  if (when.categoryIds) {
    subject.push(named(when.categoryIds, categoryOf, words.inCategories))
  }
  if (when.onlyFields) {
    subject.push(words.onlyFields(when.onlyFields.map((field) => wording.fields[field])))
  }
  return [subject.join(' '), ...productParts(when, wording)].join(', ')
}

/** Returns true if a rule has no condition, so that every entry matches. */
export function matchesEverything(when: ApprovalRuleConditions): boolean {
  return Object.entries(when).every(([name, value]) => name === 'withoutLinks' && value === false)
}

function subjectOf(when: ApprovalRuleConditions, { words, kinds }: Wording['texts']): string {
  const [kind, other] = when.kinds ?? []
  if (kind && !other) return kinds[kind]
  // Only staged edits have changed fields.
  if (!kind && (when.onlyFields || when.maxTextChange !== undefined)) return kinds.REVISION
  return matchesEverything(when) ? words.everything : words.bothKinds
}

function vendorParts(when: ApprovalRuleConditions, { texts, names, vendor }: Wording): string[] {
  const { vendorIds, minTrust } = when
  if (!vendorIds) return minTrust ? [texts.words.ofTrust[minTrust]] : []
  const name = (id: string) => nameOr(vendor(id), names.vendor)
  const vendors = named(vendorIds, name, texts.words.ofVendors)
  return minTrust ? [vendors, texts.words.ifTrust[minTrust]] : [vendors]
}

function productParts(when: ApprovalRuleConditions, { texts, money, percent }: Wording): string[] {
  const { words } = texts
  const { maxTextChange, minImages, maxVendorPrice, withoutWords, withoutLinks, missingAttributes } = when
  return [
    maxTextChange !== undefined && words.textChange(percent(maxTextChange)),
    minImages !== undefined && words.images(minImages),
    maxVendorPrice !== undefined && words.price(money(maxVendorPrice)),
    withoutWords && named(withoutWords, (word) => word, words.withoutWords),
    withoutLinks && words.withoutLinks,
    missingAttributes !== undefined &&
      (missingAttributes ? words.attributesMissing : words.attributesComplete)
  ].filter((part) => typeof part === 'string')
}

/** Names the first values, and counts the others if there are more than one. */
function named(
  values: readonly string[],
  nameOf: (value: string) => string,
  sentence: (names: string[], more: number) => string
): string {
  const count = values.length > maxNamed + 1 ? maxNamed : values.length
  return sentence(values.slice(0, count).map(nameOf), values.length - count)
}
