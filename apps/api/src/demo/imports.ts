/** An upload of a demo vendor: its items as lines of JSON, and how it was taken. */
export type DemoImport = {
  daysAgo: number
  onExisting: 'fail' | 'update'
  dryRun: boolean
  /** Cancelled before it was its turn. */
  isCancelled?: true
  items: Record<string, unknown>[]
}

const unit = { unit_of_measure: 'EA', manufacturer_name: 'Boltwell Fastener Works', brand: 'Boltwell' }
const rivet = (code: string, size: string, price: number) => ({
  product: `Boltwell Blind Rivet, Aluminum, ${size}`,
  code,
  vendor_price: price,
  amount: 120,
  commodity_code: '7616.10',
  country_of_origin: 'US',
  ...unit
})

/** A dry run of a new line of goods: two items of six would fail, each for a reason that its fields show. */
const rivets: DemoImport = {
  ...{ daysAgo: 17.35, onExisting: 'fail', dryRun: true },
  items: [
    rivet('HS-3401-18', '1/8 in', 6.4),
    rivet('HS-3401-316', '3/16 in', 7.15),
    { ...rivet('HS-3401-14', '1/4 in', 9.8), commodity_code: '7616.10, aluminum blind rivets' },
    { ...rivet('HS-3402-18', '1/8 in, stainless', 11.2), commodity_code: '7318.23' },
    // The code stands for a product of the catalog.
    { ...rivet('HS-1014', '5/32 in', 6.9) },
    rivet('HS-3402-316', '3/16 in, long', 12.6)
  ]
}

/** What is there already, as the vendor's system says it: code, name and cost. */
export type CurrentItem = { code: string; product: string; vendor_price: number }

/**
 * The vendor's uploads, oldest first: one that changes nothing, the dry run, and one with prices of last year that was
 * called back before its turn.
 */
export function demoImports(current: CurrentItem[]): DemoImport[] {
  const lastYear = current.slice(0, 6).map((item) => ({ ...item, vendor_price: cheaper(item.vendor_price) }))
  return [
    { ...{ daysAgo: 24.06, onExisting: 'update', dryRun: false }, items: current },
    rivets,
    { ...{ daysAgo: 9.28, onExisting: 'update', dryRun: false, isCancelled: true }, items: lastYear }
  ]
}

function cheaper(price: number): number {
  return Math.round(price * 92) / 100
}
