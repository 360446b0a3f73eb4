import { useQuery } from '@tanstack/react-query'
import { useSignedIn } from '../session/session-context.tsx'

export const settingsKey = ['settings']

/** Reads the settings of the marketplace, with the ETag that changes of them need. */
export function useSettings() {
  const { purveyor } = useSignedIn()
  return useQuery({
    queryKey: settingsKey,
    queryFn: ({ signal }) => purveyor.platform.settings.get({ signal })
  })
}
