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
