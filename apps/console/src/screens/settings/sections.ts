import { settingsTexts } from '../../texts/settings.ts'
import type { SettingsField } from './settings-values.ts'

/** A setting of the form: a text, a number, the color of mails, or a choice whose options are described. */
export type SettingProps =
  | { name: SettingsField; kind?: 'number'; isRequired?: boolean }
  | { name: 'mailColor'; kind: 'color' }
  | ChoiceProps

export type ChoiceProps = { name: 'attributes' | 'upcCheck' | 'statementPeriod'; kind: 'choice' }

const { products, orders, statements, marketplace } = settingsTexts.sections

/** The sections of the settings, and the settings of each. */
export const sections: readonly { title: string; settings: readonly SettingProps[] }[] = [
  {
    title: products,
    settings: [
      { name: 'upcCheck', kind: 'choice' },
      { name: 'attributes', kind: 'choice' }
    ]
  },
  {
    title: orders,
    settings: [
      { name: 'acknowledgeHours', kind: 'number' },
      { name: 'shipDays', kind: 'number' },
      { name: 'quoteMinutes', kind: 'number', isRequired: true },
      { name: 'timeZone', isRequired: true }
    ]
  },
  { title: statements, settings: [{ name: 'statementPeriod', kind: 'choice' }] },
  {
    title: marketplace,
    settings: [
      { name: 'name', isRequired: true },
      { name: 'defaultCommissionPercent', kind: 'number' },
      { name: 'mailColor', kind: 'color' }
    ]
  }
]
