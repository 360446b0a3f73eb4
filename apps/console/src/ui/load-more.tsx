import { Button, Group } from '@mantine/core'
import { useIntersection } from '@mantine/hooks'
import { useEffect } from 'react'
import { t } from '../texts/texts.ts'

type Props = { hasMore: boolean; isLoading: boolean; onMore: () => void }

/** Reads the next page of a list when the end of the list is nearly in view. A button does the same. */
export function LoadMore({ hasMore, isLoading, onMore }: Props) {
  const { ref, entry } = useIntersection({ rootMargin: '600px' })
  const isNear = entry?.isIntersecting ?? false
  // biome-ignore lint/correctness/useExhaustiveDependencies: `onMore` is another function on each render
  useEffect(() => {
    if (isNear && hasMore && !isLoading) onMore()
  }, [isNear, hasMore, isLoading])
  if (!hasMore) return null
  return (
    <Group ref={ref} justify="center" py="md">
      <Button variant="default" loading={isLoading} onClick={onMore}>
        {t.lists.more}
      </Button>
    </Group>
  )
}
