import type { Settings, SettingsPatch } from '@purveyor/client'
import type { settingsTexts } from '../../texts/settings.ts'
import { changesOf } from '../../ui/merge-changes.ts'

/** The name of a setting of the form: its JSON pointer without the first slash. */
export type SettingsField = keyof typeof settingsTexts.fields

/** The settings of the form as text. A number that isn't set is empty. */
export type SettingsValues = Record<SettingsField, string>

/** Returns what the form shows for the settings. */
export function valuesOf(settings: Settings): SettingsValues {
  const text = (value: number | null) => (value === null ? '' : String(value))
  const { address } = settings
  return {
    name: settings.name,
    currency: settings.currency,
    weightUnit: settings.weightUnit,
    defaultCommissionPercent: text(settings.defaultCommissionPercent),
    attributes: settings.attributes,
    upcCheck: settings.upcCheck,
    acknowledgeHours: text(settings.acknowledgeHours),
    shipDays: text(settings.shipDays),
    quoteMinutes: text(settings.quoteMinutes),
    timeZone: settings.timeZone,
    statementPeriod: settings.statementPeriod,
    mailColor: settings.mailColor ?? '',
    'address/company': address.company ?? '',
    'address/name': address.name ?? '',
    'address/addressLine1': address.addressLine1 ?? '',
    'address/addressLine2': address.addressLine2 ?? '',
    'address/zipCode': address.zipCode ?? '',
    'address/city': address.city ?? '',
    'address/state': address.state ?? '',
    'address/country': address.country ?? '',
    'address/phone': address.phone ?? ''
  }
}

const texts = new Set<SettingsField>([
  ...(['name', 'weightUnit', 'attributes', 'upcCheck', 'timeZone', 'statementPeriod'] as const)
])

/** Returns the body that saves the settings that differ from those of `base`. Empty numbers and fields of the address are cleared. */
export function patchOf(values: SettingsValues, base: SettingsValues): SettingsPatch {
  const patch: Record<string, unknown> = {}
  const address: Record<string, string | null> = {}
  for (const [field, value] of Object.entries(changesOf(values, base)) as [SettingsField, string][]) {
    const [, part] = field.split('/')
    if (part) address[part] = value || null
    else patch[field] = bodyValue(field, value)
  }
  if (Object.keys(address).length > 0) patch.address = address
  return patch
}

/** A text that is no number is sent as it is: the service then says so at the field. */
function bodyValue(field: SettingsField, value: string): string | number | null {
  if (texts.has(field)) return value
  if (field === 'currency') return value.trim().toUpperCase()
  if (field === 'mailColor') return value.trim().toLowerCase() || null
  const text = value.trim()
  if (text === '') return null
  return Number.isFinite(Number(text)) ? Number(text) : text
}
