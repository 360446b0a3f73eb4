import { notifications } from '@mantine/notifications'
import { PreconditionFailed, type Vendor, type VendorPatch } from '@purveyor/client'
import { useQueryClient } from '@tanstack/react-query'
import { useSignedIn } from '../../../session/session-context.tsx'
import { useMutation } from '../../../ui/use-mutation.ts'
import { useTakeOver } from '../use-vendor-parts.ts'

type Options = { message: string; onSaved?: (saved: Vendor) => void }

/** Changes a vendor, unless someone else has changed it since it was read. `message` says what was done. */
export function useChangeVendor<Values>(
  vendor: Vendor,
  patchOf: (values: Values) => VendorPatch,
  { message, onSaved }: Options
) {
  const { purveyor } = useSignedIn()
  const takeOver = useTakeOver()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (values: Values) =>
      purveyor.platform.vendors.update(vendor.id, patchOf(values), { ifMatch: vendor }),
    async onSuccess(saved) {
      notifications.show({ message, color: 'green' })
      onSaved?.(saved)
      await takeOver(saved)
    },
    async onError(error) {
      // The page then shows what someone else has changed.
      if (error instanceof PreconditionFailed)
        await queries.invalidateQueries({ queryKey: ['vendors', 'one', vendor.id] })
    }
  })
}
