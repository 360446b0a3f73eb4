import type { Handle } from '../../db/connect.ts'
import type { JsonText } from '../../http/json-text.ts'
import type { StorefrontMarketplace } from './marketplace-schema.ts'

/** Returns the public part of the settings as JSON text. */
export async function getMarketplace(
  sql: Handle,
  assetOrigin: string
): Promise<JsonText<StorefrontMarketplace>> {
  const [row] = await sql<{ json: string }[]>`
    select json_build_object('name', name, 'logoUrl', asset_url(${assetOrigin}, logo), 'currency', currency,
      'weightUnit', weight_unit)::text as json
    from settings`
  if (!row) throw new Error('The settings row is missing')
  return row.json
}
