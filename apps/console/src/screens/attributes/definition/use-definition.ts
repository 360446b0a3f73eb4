import { useQuery } from '@tanstack/react-query'
import { useSignedIn } from '../../../session/session-context.tsx'
import { attributeKeys } from '../../../ui/attributes/use-attribute-definitions.ts'

/** Reads one attribute, with the ETag that changes of it need. */
export function useDefinition(id: string) {
  const { purveyor } = useSignedIn()
  return useQuery({
    queryKey: attributeKeys.one(id),
    queryFn: ({ signal }) => purveyor.platform.attributes.get(id, { signal }),
    gcTime: 0
  })
}
