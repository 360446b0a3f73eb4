import { rulesTexts } from '../../texts/rules.ts'
import { t } from '../../texts/texts.ts'
import { formatMoney, formatPercent } from '../../ui/format.ts'
import { useCategories } from '../../ui/use-categories.ts'
import { useCurrency } from '../../ui/use-units.ts'
import { useVendorNames } from '../../ui/use-vendors.ts'
import { maxNamed, type Wording } from './describe-conditions.ts'

/** Returns what the sentences of these conditions need. Names that are being read are undefined. */
export function useWording(conditions: readonly { vendorIds?: string[] }[]): Wording {
  const vendors = useVendorNames(conditions.flatMap(({ vendorIds = [] }) => vendorIds.slice(0, maxNamed + 1)))
  const { data: paths } = useCategories()
  const { currency } = useCurrency()
  return {
    texts: rulesTexts,
    names: t.names,
    fields: t.fields,
    vendor: (id) => vendors.get(id),
    category: (id) => (paths ? (paths.get(id)?.at(-1) ?? null) : undefined),
    money: (amount) => (Number.isFinite(Number(amount)) ? formatMoney(amount, currency) : amount),
    percent: formatPercent
  }
}
