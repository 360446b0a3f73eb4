import { useDebouncedValue } from '@mantine/hooks'
import type { CommissionPreview, Vendor } from '@purveyor/client'
import { useQuery } from '@tanstack/react-query'
import { useSignedIn } from '../../../session/session-context.tsx'
import { decimalOf } from '../new/vendor-values.ts'

const typingMs = 300

/** The preview of the commission that was typed. `data` is never that of another one. */
export type Preview = { data: CommissionPreview | undefined; error: unknown; isLoading: boolean }

/** Reads which retail prices of a vendor another commission would move. */
export function usePreview({ id }: Vendor, typed: string): Preview {
  const { purveyor } = useSignedIn()
  const percent = decimalOf(typed)
  const [settled] = useDebouncedValue(percent, typingMs)
  const isSettled = settled === percent
  const { data, error, isFetching } = useQuery({
    queryKey: ['vendors', 'of', id, 'commission', settled],
    queryFn: ({ signal }) =>
      purveyor.platform.vendors.previewCommission(id, { commissionPercent: settled }, { signal }),
    enabled: settled !== '',
    retry: false
  })
  if (percent === '') return { data: undefined, error: null, isLoading: false }
  if (!isSettled) return { data: undefined, error: null, isLoading: true }
  return { data: error ? undefined : data, error, isLoading: isFetching && !data }
}
