import type { Handle } from '../../db/connect.ts'
import type { JsonText } from '../../http/json-text.ts'
import { assetUrl } from '../../lib/assets.ts'
import { findSettings, type StoredSettings } from './queries.ts'
import type { Settings } from './schema.ts'

/** Stored settings as answers show them. */
export function settingsText(
  { logo, updatedAt, ...settings }: StoredSettings,
  assetOrigin: string
): JsonText<Settings> {
  const shape: Settings = { ...settings, logoUrl: assetUrl(assetOrigin, logo), updatedAt }
  return JSON.stringify(shape)
}

/** The settings as JSON text; a read of one round trip. */
export async function readSettings(sql: Handle, assetOrigin: string): Promise<JsonText<Settings>> {
  const stored = await findSettings(sql)
  if (!stored) throw new Error('The settings row is missing')
  return settingsText(stored, assetOrigin)
}
