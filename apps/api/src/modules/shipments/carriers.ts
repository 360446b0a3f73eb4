import { type Static, Type } from 'typebox'
import { named, ref } from '../../http/schema.ts'

/**
 * A carrier with a known tracking page. Clients replace `{trackingNumber}` in `trackingUrl` with the
 * URL-encoded tracking number.
 */
export const Carrier = named(
  'Carrier',
  Type.Object({
    code: Type.String({ description: 'The value of `carrier` in shipments', examples: ['UPS'] }),
    name: Type.String({ examples: ['UPS'] }),
    trackingUrl: Type.String({
      description: 'The form of a tracking URL, in which {trackingNumber} represents the tracking number',
      examples: ['https://www.ups.com/track?tracknum={trackingNumber}']
    })
  }),
  'A carrier that the service knows'
)

export const CarrierList = named(
  'CarrierList',
  Type.Object({ carriers: Type.Array(ref(Carrier)) }),
  'All known carriers'
)
export type CarrierList = Static<typeof CarrierList>

/**
 * A carrier. The tracking URL of a shipment is `urlPrefix` followed by the URL-encoded tracking number.
 * Vendors can also send the `formerName` as the name of the carrier.
 */
type Row = [code: string, name: string, urlPrefix: string, formerName?: string]

const rows: Row[] = [
  ['UPS', 'UPS', 'https://www.ups.com/track?tracknum='],
  ['USPS', 'USPS', 'https://tools.usps.com/go/TrackConfirmAction?tLabels='],
  ['FEDEX', 'FedEx', 'https://www.fedex.com/fedextrack/?trknbr='],
  ['DHL', 'DHL', 'https://www.dhl.com/global-en/home/tracking.html?tracking-id=', 'DHL Express'],
  ['DHL_ECOMMERCE', 'DHL eCommerce', 'https://webtrack.dhlecs.com/orders?trackingNumber='],
  ['ONTRAC', 'OnTrac', 'https://www.ontrac.com/tracking/?number='],
  ['LASERSHIP', 'LaserShip', 'https://www.lasership.com/track/'],
  [
    'CANADA_POST',
    'Canada Post',
    'https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor='
  ],
  ['PUROLATOR', 'Purolator', 'https://www.purolator.com/en/shipping/tracker?pin='],
  ['ROYAL_MAIL', 'Royal Mail', 'https://www.royalmail.com/track-your-item#/tracking-results/'],
  ['PARCELFORCE', 'Parcelforce', 'https://www.parcelforce.com/track-trace?trackNumber='],
  ['DPD', 'DPD', 'https://tracking.dpd.de/status/en_US/parcel/'],
  ['GLS', 'GLS', 'https://gls-group.eu/EU/en/parcel-tracking?match='],
  ['EVRI', 'Evri', 'https://www.evri.com/track/parcel/', 'Hermes'],
  ['LA_POSTE', 'La Poste', 'https://www.laposte.fr/outils/suivre-vos-envois?code='],
  ['CHRONOPOST', 'Chronopost', 'https://www.chronopost.fr/tracking-no-cms/suivi-page?listeNumerosLT='],
  ['DEUTSCHE_POST', 'Deutsche Post', 'https://www.deutschepost.de/de/s/sendungsverfolgung.html?piececode='],
  ['POSTNL', 'PostNL', 'https://postnl.nl/tracktrace/?B='],
  ['AUSTRALIA_POST', 'Australia Post', 'https://auspost.com.au/mypost/track/#/details/'],
  ['TNT', 'TNT', 'https://www.tnt.com/express/en_us/site/shipping-tools/tracking.html?searchType=con&cons=']
]

/** Every known carrier. */
export const carriers: readonly Static<typeof Carrier>[] = rows.map(([code, name, urlPrefix]) => ({
  ...{ code, name, trackingUrl: `${urlPrefix}{trackingNumber}` }
}))

const codes = new Map(
  rows.flatMap(([code, name, , formerName]) =>
    [code, name, formerName ?? code].map((text) => [text.toLowerCase(), code])
  )
)
const urlPrefixes = new Map(rows.map(([code, , urlPrefix]) => [code, urlPrefix]))

/**
 * Returns the code of a known carrier whose code, name or former name is `carrier`, ignoring case. Returns any
 * other name unchanged.
 */
export function carrierCode(carrier: string): string {
  return codes.get(carrier.toLowerCase()) ?? carrier
}

/** Returns the tracking URL of a shipment, or null if the carrier isn't known. `carrier` is the code. */
export function trackingUrlOf(carrier: string, trackingNumber: string): string | null {
  const urlPrefix = urlPrefixes.get(carrier)
  return urlPrefix === undefined ? null : urlPrefix + encodeURIComponent(trackingNumber)
}
