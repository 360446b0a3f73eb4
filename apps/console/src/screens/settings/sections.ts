import { settingsTexts } from '../../texts/settings.ts'
import type { SettingsField } from './settings-values.ts'

/** A setting of the form: a text, a number, a code, the color of mails, or one of some values. */
export type SettingProps =
  | { name: SettingsField; kind?: 'number' | 'code' | 'country'; isRequired?: boolean; isWide?: boolean }
  | { name: 'timeZone'; kind: 'timeZone' }
  | { name: 'weightUnit'; kind: 'weightUnit' }
  | { name: 'mailColor'; kind: 'color' }
  | ChoiceProps

export type ChoiceProps = { name: 'attributes' | 'upcCheck' | 'statementPeriod'; kind: 'choice' }

const { products, orders, statements, marketplace, address } = settingsTexts.sections

/** The sections of the settings, and the settings of each. */
export const sections: readonly { title: string; hint?: string; settings: readonly SettingProps[] }[] = [
  {
    title: marketplace,
    settings: [
      { name: 'name', isRequired: true },
      { name: 'defaultCommissionPercent', kind: 'number' },
      { name: 'currency', kind: 'code', isRequired: true },
      { name: 'weightUnit', kind: 'weightUnit' },
      { name: 'mailColor', kind: 'color' }
    ]
  },
  {
    title: address,
    hint: settingsTexts.addressHint,
    settings: [
      { name: 'address/company' },
      { name: 'address/name' },
      { name: 'address/addressLine1', isWide: true },
      { name: 'address/addressLine2', isWide: true },
      { name: 'address/zipCode' },
      { name: 'address/city' },
      { name: 'address/state' },
      { name: 'address/country', kind: 'country' },
      { name: 'address/phone' }
    ]
  },
  {
    title: orders,
    settings: [
      { name: 'acknowledgeHours', kind: 'number' },
      { name: 'shipDays', kind: 'number' },
      { name: 'quoteMinutes', kind: 'number', isRequired: true },
      { name: 'timeZone', kind: 'timeZone' }
    ]
  },
  {
    title: products,
    settings: [
      { name: 'upcCheck', kind: 'choice' },
      { name: 'attributes', kind: 'choice' }
    ]
  },
  { title: statements, settings: [{ name: 'statementPeriod', kind: 'choice' }] }
]
