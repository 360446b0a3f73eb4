import type { Settings, SettingsPatch } from '@purveyor/client'
import type { settingsTexts } from '../../texts/settings.ts'
import { changesOf } from '../../ui/merge-changes.ts'

/** The name of a setting of the form. */
export type SettingsField = keyof typeof settingsTexts.fields

/** The settings of the form as text. A number that isn't set is empty. */
export type SettingsValues = Record<SettingsField, string>

/** Returns what the form shows for the settings. */
export function valuesOf(settings: Settings): SettingsValues {
  const text = (value: number | null) => (value === null ? '' : String(value))
  return {
    name: settings.name,
    defaultCommissionPercent: text(settings.defaultCommissionPercent),
    attributes: settings.attributes,
    upcCheck: settings.upcCheck,
    acknowledgeHours: text(settings.acknowledgeHours),
    shipDays: text(settings.shipDays),
    quoteMinutes: text(settings.quoteMinutes),
    timeZone: settings.timeZone,
    statementPeriod: settings.statementPeriod,
    mailColor: settings.mailColor ?? ''
  }
}

const texts = new Set<SettingsField>(['name', 'attributes', 'upcCheck', 'timeZone', 'statementPeriod'])

/** Returns the body that saves the settings that differ from those of `base`. Empty numbers are cleared. */
export function patchOf(values: SettingsValues, base: SettingsValues): SettingsPatch {
  const changes = Object.entries(changesOf(values, base)) as [SettingsField, string][]
  return Object.fromEntries(changes.map(([field, value]) => [field, bodyValue(field, value)]))
}

/** A text that is no number is sent as it is: the service then says so at the field. */
function bodyValue(field: SettingsField, value: string): string | number | null {
  if (texts.has(field)) return value
  if (field === 'mailColor') return value.trim().toLowerCase() || null
  const text = value.trim()
  if (text === '') return null
  return Number.isFinite(Number(text)) ? Number(text) : text
}
