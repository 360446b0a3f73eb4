/** What a number means, according to the format in which it is shown. */
export type NumberMeaning = 'number' | 'percent' | 'date'

/**
 * Returns the meaning of a format that isn't defined in the file, by its id. 27 to 36 and 50 to 58 are dates in East Asian
 * versions of Excel, and 71 to 81 in the Thai one.
 */
export function builtInMeaning(id: number): NumberMeaning {
  if (id === 9 || id === 10) return 'percent'
  const isDate =
    (id >= 14 && id <= 22) ||
    (id >= 27 && id <= 36) ||
    id === 45 ||
    id === 47 ||
    (id >= 50 && id <= 58) ||
    (id >= 71 && id <= 81)
  return isDate ? 'date' : 'number'
}

/**
 * Returns the meaning of a format code such as "dd/mm/yyyy" or "0.0%". Only the first section counts, which is that of
 * positive numbers. Durations, such as "[h]:mm", are numbers of days.
 */
export function meaningOf(code: string): NumberMeaning {
  const isDuration = /\[(h+|m+|s+)\]/i.test(code)
  const visible = code.replace(/"[^"]*"|\\.|[_*].|\[[^\]]*\]/g, '').split(';', 1)[0] ?? ''
  if (isDuration || /^\s*general/i.test(visible)) return 'number'
  if (/[ymdhs]/i.test(visible)) return 'date'
  return visible.includes('%') ? 'percent' : 'number'
}
