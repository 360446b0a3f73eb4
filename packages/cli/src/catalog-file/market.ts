import type { Purveyor } from '@purveyor/client'
import type { AttributeDefinition } from '@purveyor/client/catalog-file/attribute-fields'
import type { Market } from '@purveyor/client/catalog-file/market'
import type { Context } from '../command.ts'
import { CommandError } from '../errors.ts'
import { exitCodes } from '../exit-codes.ts'

/** Reads the currency of prices and the unit of weights of the marketplace. */
export async function readMarket(client: Purveyor, signal: AbortSignal): Promise<Market> {
  const { currency, weightUnit } = await client.profile.get({ signal })
  return { currency, weightUnit }
}

/** Reads the attributes that the marketplace defines. */
export async function readDefinitions(client: Purveyor, signal: AbortSignal): Promise<AttributeDefinition[]> {
  const { attributes } = await client.attributes.list({ signal })
  return attributes
}

/** Returns the vendor for which a file is sent. Throws a `CommandError` if the account belongs to none. */
export async function findVendor(context: Context) {
  const [{ url }, client] = await Promise.all([context.connection(), context.client()])
  const { vendor } = await client.auth.me({ signal: context.signal })
  if (vendor) return { url, vendor, client }
  throw new CommandError('Only members of a vendor can push a catalog.', exitCodes.access, {
    code: 'NO_VENDOR',
    hint: 'Sign in with an account of a vendor: `purveyor login`.'
  })
}

/** Returns the vendor for which a file is sent, and what the marketplace expects of its values. */
export async function connectVendor(context: Context) {
  const found = await findVendor(context)
  return { ...found, market: await readMarket(found.client, context.signal) }
}
