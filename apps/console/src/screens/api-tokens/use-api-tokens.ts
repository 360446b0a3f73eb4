import type { ApiTokensResource } from '@purveyor/client'
import { useQuery } from '@tanstack/react-query'
import { useSignedIn } from '../../session/session-context.tsx'

export const apiTokensKey = ['api-tokens']

/** Returns the calls for the tokens of the team of this side. */
export function useApiTokenCalls(): ApiTokensResource {
  const { side, purveyor } = useSignedIn()
  return side === 'platform' ? purveyor.platform.apiTokens : purveyor.apiTokens
}

export function useApiTokens() {
  const calls = useApiTokenCalls()
  return useQuery({
    queryKey: apiTokensKey,
    queryFn: async ({ signal }) => (await calls.list({ signal })).apiTokens
  })
}
