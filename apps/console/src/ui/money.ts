/** Amounts have up to 4 decimals. */
const decimals = 4

/** Returns the sum of amounts of money, which are decimal text and not negative, with at least 2 decimals. */
export function sumMoney(amounts: readonly string[]): string {
  const sum = amounts.reduce((total, amount) => total + unitsOf(amount), 0n)
  const digits = String(sum).padStart(decimals + 1, '0')
  const fraction = digits.slice(-decimals).replace(/0{1,2}$/, '')
  return `${digits.slice(0, -decimals)}.${fraction}`
}

/** Returns an amount in units of its last possible decimal. */
function unitsOf(amount: string): bigint {
  const [whole = '0', fraction = ''] = amount.split('.')
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}

const amount = new Intl.NumberFormat(undefined, { minimumFractionDigits: 2, maximumFractionDigits: 4 })
const money = new Map<string, Intl.NumberFormat>()

/**
 * Formats an amount of money, which has up to 4 decimals. The amount is text, so that no digit is lost. While the
 * currency isn't known, only the number is returned.
 */
export function formatMoney(value: string, currency: string | undefined): string {
  const format = currency === undefined ? amount : moneyFormat(currency)
  return format.format(value as Intl.StringNumericLiteral)
}

/** Making a format takes longer than using it, and tables have many amounts. */
function moneyFormat(currency: string): Intl.NumberFormat {
  const format =
    money.get(currency) ??
    new Intl.NumberFormat(undefined, { style: 'currency', currency, maximumFractionDigits: 4 })
  money.set(currency, format)
  return format
}
