/** A carrier and the number of a parcel. */
export type Tracking = { carrier: string; trackingNumber: string }

type Numbered = (n: number) => Tracking

/** The n-th parcel of a vendor, by the carriers that go there; numbers have the form of their carrier. */
export function trackingOf(country: string, method: string, n: number): Tracking {
  const choices = method === 'Freight' ? freight : (byCountry[country] ?? abroad)
  const numbered = choices[n % choices.length] ?? ups
  return numbered(n)
}

const ups: Numbered = (n) => {
  const digits = digitsOf('57483603', 7, n * 6_151 + 40_219)
  return { carrier: 'UPS', trackingNumber: `1Z${digits}${upsCheckDigit(digits)}` }
}
const fedex: Numbered = (n) => ({
  carrier: 'FedEx',
  trackingNumber: digitsOf('7712', 8, n * 48_611 + 2_900_417)
})
const usps: Numbered = (n) => ({
  carrier: 'USPS',
  trackingNumber: digitsOf('940011120255', 10, n * 7_919 + 61_204_853)
})
const dhl: Numbered = (n) => ({ carrier: 'DHL', trackingNumber: digitsOf('42', 8, n * 90_071 + 6_120_338) })
const canadaPost: Numbered = (n) => ({
  carrier: 'Canada Post',
  trackingNumber: digitsOf('70230106', 8, n * 3_571 + 5_114_207)
})
/** A carrier whose tracking pages are not known to the marketplace. */
const truck: Numbered = (n) => ({
  carrier: 'Old Dominion Freight Line',
  trackingNumber: digitsOf('042', 8, n * 1_117 + 70_331_905)
})

const freight = [truck]
const abroad = [dhl, fedex]
const byCountry: Record<string, Numbered[]> = { US: [ups, fedex, usps], CA: [canadaPost, ups] }

function digitsOf(prefix: string, places: number, number: number): string {
  return prefix + String(number).padStart(places, '0')
}

/** Of the 15 characters behind `1Z`; those at even places count twice. */
function upsCheckDigit(digits: string): number {
  const sum = [...digits].reduce(
    (total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 1 : 2),
    0
  )
  return (10 - (sum % 10)) % 10
}
