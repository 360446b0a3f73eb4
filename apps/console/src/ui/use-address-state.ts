import { useCallback } from 'react'
import { useSearchParams } from 'wouter'
import { useIsShown } from './use-is-shown.ts'

/** The value of a parameter of the address. An empty one is removed from the address. */
export type AddressChanges = Record<string, string | null | undefined>

/**
 * Returns the parameters of the address, and a function that changes some of them. Filters are stored there, so that
 * every list has an address that can be shared. `push` adds an entry to the history of the browser. After the person has
 * gone to another screen, the function changes nothing: it would lead back.
 */
export function useAddressState(): [
  params: URLSearchParams,
  change: (changes: AddressChanges, options?: { push?: boolean }) => void
] {
  const [params, setParams] = useSearchParams()
  const isShown = useIsShown()
  const change = useCallback(
    (changes: AddressChanges, { push = false } = {}) => {
      if (isShown.current) setParams((current) => withChanges(current, changes), { replace: !push })
    },
    [setParams, isShown]
  )
  return [params, change]
}

function withChanges(params: URLSearchParams, changes: AddressChanges): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, value)
    else next.delete(name)
  }
  return next
}
