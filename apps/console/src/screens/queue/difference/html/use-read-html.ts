import { useQuery } from '@tanstack/react-query'
import type { ReadHtml } from './read-html.ts'

/**
 * Returns the content of a description, or undefined until it has been read. The code that reads HTML is loaded when it
 * is needed first.
 */
export function useReadHtml(html: string): ReadHtml | undefined {
  const { data } = useQuery({
    queryKey: ['html', html],
    queryFn: async () => (await import('./read-html.ts')).readHtml(html),
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
    throwOnError: true
  })
  return data
}
