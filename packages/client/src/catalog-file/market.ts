/** What a marketplace says about the values of files: the currency of all prices, and the unit of all weights. */
export type Market = { currency: string; weightUnit: string }

const dollars =
  'ARS AUD BBD BMD BND BSD BZD CAD CLP COP FJD GYD HKD JMD KYD LRD MXN NAD NZD SBD SGD SRD TTD TWD USD XCD'

/** The currencies that a symbol can mean. Longer symbols come first. */
const symbols: [symbol: string, currencies: string][] = [
  ['US$', 'USD'],
  ['CA$', 'CAD'],
  ['AU$', 'AUD'],
  ['NZ$', 'NZD'],
  ['HK$', 'HKD'],
  ['R$', 'BRL'],
  ['C$', 'CAD'],
  ['A$', 'AUD'],
  ['$', dollars],
  ['€', 'EUR'],
  ['£', 'GBP EGP FKP GIP SHP'],
  ['¥', 'JPY CNY'],
  ['₹', 'INR'],
  ['₩', 'KRW'],
  ['₺', 'TRY'],
  ['zł', 'PLN'],
  ['kr', 'DKK ISK NOK SEK']
]
const escaped = symbols.map(([symbol]) => symbol.replaceAll('$', '\\$')).join('|')
const BEFORE = new RegExp(`^(?:${escaped}|\\p{L}{3}(?=[\\s\\d.,-]))\\s*`, 'iu')
const AFTER = new RegExp(`\\s*(?:${escaped}|(?<=[\\s\\d.,-])\\p{L}{3})$`, 'iu')

const PLAIN = /^\s*[\d.,]*\s*$/
let codes: ReadonlySet<string> | undefined

/** True for the ISO 4217 code of a currency, in upper case. */
export function isCurrencyCode(text: string): boolean {
  codes ??= new Set(Intl.supportedValuesOf('currency'))
  return codes.has(text)
}

/** An amount as it was written. `marks` are the currencies beside it. */
export type WrittenAmount = { amount: string; marks: string[] }

/** Separates an amount such as `US$ 12.50` or `12,50 EUR` from its currency. Words that are no currency stay. */
export function splitCurrency(text: string): WrittenAmount {
  if (PLAIN.test(text)) return { amount: text.trim(), marks: [] }
  const marks: string[] = []
  const removed = (amount: string, pattern: RegExp) => {
    const mark = pattern.exec(amount)?.[0].trim()
    if (mark === undefined || !isMark(mark)) return amount
    marks.push(mark)
    return amount.replace(pattern, '')
  }
  const amount = removed(removed(text.trim(), BEFORE), AFTER).trim()
  return { amount, marks }
}

function isMark(text: string): boolean {
  return currenciesOf(text).length > 0
}

function currenciesOf(mark: string): string[] {
  const known = symbols.find(([symbol]) => symbol.toLowerCase() === mark.toLowerCase())
  if (known) return known[1].split(' ')
  const code = mark.toUpperCase()
  return isCurrencyCode(code) ? [code] : []
}

/** True if a symbol or code can mean the currency. */
export function meansCurrency(mark: string, currency: string): boolean {
  return currenciesOf(mark).includes(currency)
}

/** The currencies that are recognised at the end of the name of a column. Other codes are words too, such as CUP. */
export const headerCurrencies =
  'usd eur gbp cad aud nzd chf sek nok dkk pln czk huf jpy cny inr mxn brl sgd hkd zar'.split(' ')
const HEADER_SYMBOL = /(?:[A-Z]{1,2}\$|[$€£¥₹₩₺])(?=\s*[)\]]?\s*$)/

/** Returns the currency that the name of a column ends with, such as EUR for `Cost (EUR)`. */
export function currencyOfColumn(column: string): string | undefined {
  const symbol = HEADER_SYMBOL.exec(column)?.[0]
  if (symbol !== undefined) return symbol
  const word = lastWord(column)
  return headerCurrencies.includes(word.toLowerCase()) ? word.toUpperCase() : undefined
}

/** Returns the unit that the name of a column of weights ends with, such as `kg` for `Weight (kg)`. */
export function unitOfColumn(column: string): string | undefined {
  return weightUnitOf(lastWord(column))
}

function lastWord(column: string): string {
  return /[\p{L}]+(?=[^\p{L}\p{N}]*$)/u.exec(column.normalize('NFKC'))?.[0] ?? ''
}

const grams: Readonly<Record<string, number>> = { g: 1, kg: 1000, oz: 28.349523125, lb: 453.59237 }
const unitNames: Readonly<Record<string, string>> = {
  ...{ g: 'g', gr: 'g', gram: 'g', grams: 'g', gramme: 'g', grammes: 'g' },
  ...{ kg: 'kg', kgs: 'kg', kilo: 'kg', kilos: 'kg', kilogram: 'kg', kilograms: 'kg' },
  ...{ oz: 'oz', ozs: 'oz', ounce: 'oz', ounces: 'oz' },
  ...{ lb: 'lb', lbs: 'lb', pound: 'lb', pounds: 'lb' }
}

/** Returns the unit of weights that a text names: `g`, `kg`, `oz` or `lb`. */
export function weightUnitOf(text: string): string | undefined {
  const name = text.trim().toLowerCase().replace(/\.$/, '')
  return Object.hasOwn(unitNames, name) ? unitNames[name] : undefined
}

/** Separates a weight such as `350 g` from its unit. Any other text after the number stays. */
export function splitWeight(text: string): { amount: string; unit: string | undefined } {
  const [, amount = '', name = ''] = /^(.*?[\d.,])\s*(\p{L}+\.?)$/u.exec(text.trim()) ?? []
  const unit = weightUnitOf(name)
  return unit === undefined ? { amount: text.trim(), unit } : { amount, unit }
}

/**
 * Converts a decimal of 0 or more to another unit of weights. The service stores thousandths; a weight that isn't 0
 * never becomes 0.
 */
export function convertWeight(decimal: string, from: string, to: string): string {
  if (from === to) return decimal
  const value = (Number(decimal) * (grams[from] ?? 1)) / (grams[to] ?? 1)
  if (value === 0) return '0'
  return Math.max(value, 0.001)
    .toFixed(3)
    .replace(/\.?0+$/, '')
}
