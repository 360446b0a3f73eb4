import { t } from '../../../../texts/texts.ts'
import { formatNumber } from '../../../../ui/format.ts'

/** Returns a plain value of a field as text. */
export function scalarText(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'boolean') return value ? t.difference.yes : t.difference.no
  if (typeof value === 'number') return field === 'leadTime' ? t.difference.days(value) : formatNumber(value)
  return typeof value === 'string' ? value : JSON.stringify(value)
}
