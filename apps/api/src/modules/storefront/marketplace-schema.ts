import { type Static, Type } from 'typebox'
import { named } from '../../http/schema.ts'
import { Settings } from '../settings/schema.ts'

const { name, logoUrl, currency, weightUnit } = Settings.properties

/** The marketplace as everyone sees it. */
export const StorefrontMarketplace = named(
  'StorefrontMarketplace',
  Type.Object({ name, logoUrl, currency, weightUnit }),
  'The marketplace as everyone sees it'
)
export type StorefrontMarketplace = Static<typeof StorefrontMarketplace>
