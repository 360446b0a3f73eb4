import type { WeightUnit } from '@purveyor/client'
import { useQuery } from '@tanstack/react-query'
import { useSignedIn } from '../session/session-context.tsx'
import { formatNumber } from './format.ts'

type Units = { currency: string | undefined; weightUnit: WeightUnit | undefined; isPending: boolean }

/** Reads the currency and the weight unit of the marketplace, on both sides. If they can't be read, values have none. */
export function useUnits(): Units {
  const { side, purveyor } = useSignedIn()
  const { data, isPending } = useQuery({
    queryKey: ['units'],
    queryFn: async ({ signal }) => {
      const { platform, profile } = purveyor
      const { currency, weightUnit } = await (side === 'platform' ? platform.settings : profile).get({
        signal
      })
      return { currency, weightUnit }
    },
    staleTime: 300_000
  })
  return { currency: data?.currency, weightUnit: data?.weightUnit, isPending }
}

/** Reads the currency of the marketplace. */
export function useCurrency(): Pick<Units, 'currency' | 'isPending'> {
  return useUnits()
}

/** Formats a weight with its unit. */
export function formatWeight(weight: number | string, unit: string | undefined): string {
  const text = formatNumber(Number(weight))
  return unit === undefined ? text : `${text} ${unit}`
}

/** Returns the label of weights with their unit, such as `Weight (lb)`. */
export function weightLabel(label: string, unit: string | undefined): string {
  return unit === undefined ? label : `${label} (${unit})`
}
