import type { InvitedVendorMember, Vendor } from '@purveyor/client'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { useMutation } from '../../../ui/use-mutation.ts'
import { ownerBody, type VendorValues, vendorBody } from './vendor-values.ts'

/** The vendor that was created, and the invitation of its first owner. Only managers invite. */
export type Created = { vendor: Vendor; member?: InvitedVendorMember }

/**
 * Creates a vendor, and then invites its first owner. If the invitation fails, `vendor` is the vendor that was created, and
 * the next attempt only invites.
 */
export function useCreateVendor(onCreated: (created: Created) => void) {
  const { purveyor, canManage } = useSignedIn()
  const queries = useQueryClient()
  const [vendor, setVendor] = useState<Vendor>()
  const { vendors } = purveyor.platform
  const mutation = useMutation({
    async mutationFn(values: VendorValues): Promise<Created> {
      const created = vendor ?? (await vendors.create(vendorBody(values)))
      setVendor(created)
      if (!canManage) return { vendor: created }
      return { vendor: created, member: await vendors.inviteMember(created, ownerBody(values)) }
    },
    onSuccess: onCreated,
    onSettled: () => queries.invalidateQueries({ queryKey: ['vendors'] })
  })
  return { ...mutation, vendor }
}
