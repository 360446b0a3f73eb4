/** The signs with which a locale writes numbers. */
export type NumberSigns = { decimal: string; group: string }

/** Returns the signs of a locale; by default, those of the browser. Arabic signs are read as commas and points are. */
export function signsOf(locale?: string): NumberSigns {
  const parts = new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).formatToParts(1_234_567.8)
  const find = (type: string) => parts.find((part) => part.type === type)?.value
  return { decimal: find('decimal') ?? '.', group: find('group') ?? ',' }
}

/** The signs of the browser. */
export const ownSigns = signsOf()

/** Writes Arabic and Persian digits and signs as `1234.5`. */
export function withLatinDigits(text: string): string {
  return text
    .replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replaceAll('\u066b', '.')
    .replaceAll('\u066c', '')
}

/**
 * Returns a decimal that was typed into a field that shows decimals as the API writes them: a comma that separates
 * decimals becomes a point. A text such as `1,234`, which is a thousand in some languages, is returned as it is where
 * commas don't separate decimals, so that the service refuses it.
 */
export function pointDecimal(typed: string, { decimal } = ownSigns): string {
  const text = withLatinDigits(typed.trim())
  const isGrouped = /^\d{1,3},\d{3}$/.test(text) && decimal !== ','
  return /^\d+,\d+$/.test(text) && !isGrouped ? text.replace(',', '.') : text
}
