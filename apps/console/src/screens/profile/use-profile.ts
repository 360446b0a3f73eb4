import type { VendorProfile } from '@purveyor/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSignedIn } from '../../session/session-context.tsx'

export const profileKey = ['profile']

/** Reads the profile, with the ETag that changes of it need. */
export function useProfile() {
  const { purveyor } = useSignedIn()
  return useQuery({
    queryKey: profileKey,
    queryFn: ({ signal }) => purveyor.profile.get({ signal })
  })
}

/** Returns a function that shows a profile that was saved. */
export function useShowProfile(): (profile: VendorProfile) => void {
  const queries = useQueryClient()
  return (profile) => queries.setQueryData(profileKey, profile)
}
