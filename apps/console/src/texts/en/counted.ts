// Numbers are those of the browser's locale, which can differ from the language of the texts.
export const number = new Intl.NumberFormat(undefined)

/** Returns `1 product`, `2 products`: the count by the rules of English, with the number formatted. */
export function counted(count: number, one: string, other: string): string {
  return `${number.format(count)} ${count === 1 ? one : other}`
}

/**
 * Returns `A, B or C`. If `more` is above 0, `rest` is the last element, such as `2 more vendors`.
 */
export function listed(word: 'and' | 'or', values: string[], rest: string, more: number): string {
  const type = word === 'and' ? 'conjunction' : 'disjunction'
  return new Intl.ListFormat('en-GB', { type }).format(more > 0 ? [...values, rest] : values)
}

/** Returns `12 entries` if these are all, and otherwise `3 of 12`. */
export function countedOf(count: number, total: number): string {
  return count === total
    ? counted(count, 'entry', 'entries')
    : `${number.format(count)} of ${number.format(total)}`
}
