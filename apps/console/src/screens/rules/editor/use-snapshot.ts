import type { EventActor, ModerationSnapshot } from '@purveyor/client'
import { useQuery } from '@tanstack/react-query'
import { useSignedIn } from '../../../session/session-context.tsx'
import { rulesTexts } from '../../../texts/rules.ts'

/** Reads what was judged in a decision. It never changes. */
export function useSnapshot(id: string | null) {
  const { purveyor } = useSignedIn()
  return useQuery({
    queryKey: ['snapshot', id],
    queryFn: ({ signal }) => purveyor.platform.moderation.getSnapshot(id ?? '', { signal }),
    enabled: id !== null,
    staleTime: Number.POSITIVE_INFINITY
  })
}

/** Returns the name of the product at the time of a decision. */
export function nameIn({ live, proposed }: ModerationSnapshot): string | undefined {
  return [live.name, proposed.name].find((name) => typeof name === 'string' && name !== '') as
    | string
    | undefined
}

/** Returns the name of the person or program that decided. */
export function actorOf({ type, name }: EventActor): string {
  if (!name) return rulesTexts.preview.someone
  return type === 'TOKEN' ? rulesTexts.preview.token(name) : name
}
