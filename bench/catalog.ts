import { createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

// Texts of real products. They are not part of this repository and are used only if this file exists.
const file = join(import.meta.dirname, '../../shared/data/electronics.ndjson')
const maxRows = 1000

type Row = { sku: string; name: string; description: string; brand: string; price: number }

/** Items for bulk uploads, with texts of realistic length. */
export type Catalog = {
  /** Describes the source of the texts, for the report. */
  source: string
  /**
   * Returns an item of an upload. Its code and name contain `mark`, so that items of different uploads
   * differ.
   */
  item(index: number, mark: string): Record<string, string | number>
}

/** Reads or generates the texts. Items alternate between the categories. */
export async function openCatalog(categoryIds: string[]): Promise<Catalog> {
  const rows = existsSync(file) ? await readRows() : madeRows()
  const source = existsSync(file)
    ? `texts of ${rows.length} real products`
    : 'generated texts of similar length'
  return { source, item: (index, mark) => itemOf({ rows, categoryIds }, index, mark) }
}

function itemOf({ rows, categoryIds }: { rows: Row[]; categoryIds: string[] }, index: number, mark: string) {
  const row = rows[index % rows.length] ?? madeRow(index)
  const suffix = `${mark}-${index}`
  return {
    product: `${row.name.slice(0, 200)} ${suffix}`,
    code: `${row.sku}-${suffix}`,
    vendor_price: row.price,
    full_description: row.description,
    amount: index % 500,
    unit_of_measure: 'EA',
    manufacturer_name: row.brand,
    manufacturer_part_number: `PN-${suffix}`,
    brand: row.brand,
    country_of_origin: 'US',
    upc: String(100_000_000_000 + index),
    unspsc: '43211503',
    min_qty: 1,
    weight: 2.5,
    free_shipping: index % 2 ? 'Y' : 'N',
    category_ids: categoryIds[index % categoryIds.length] ?? ''
  }
}

async function readRows(): Promise<Row[]> {
  const rows: Row[] = []
  const lines = createInterface({ input: createReadStream(file) })
  for await (const line of lines) {
    const { sku, name, description, brand, price } = JSON.parse(line) as Row
    rows.push({ sku, name, description: description || name, brand: brand || 'None', price })
    if (rows.length === maxRows) break
  }
  lines.close()
  return rows
}

function madeRows(): Row[] {
  return Array.from({ length: maxRows }, (_, index) => madeRow(index))
}

function madeRow(index: number): Row {
  const kind = ['wireless speaker', 'phone case', 'charging cable', 'television mount'][index % 4] ?? ''
  return {
    sku: `MADE-${1_000_000 + index}`,
    name: `Kestrel - ${kind} model ${index} with carrying bag - Slate blue`,
    description: `A ${kind} of series ${index}, `.concat(
      'made for daily use at home and on the road. '.repeat(6)
    ),
    brand: 'Kestrel',
    price: 10 + (index % 400)
  }
}
