import { Button, Center, Text } from '@mantine/core'
import { useIntersection } from '@mantine/hooks'
import { useEffect } from 'react'
import { activityTexts } from '../../texts/activity.ts'

type Props = { hasMore: boolean; isLoading: boolean; onMore: () => void }

/** The end of the list. When it comes into view, older events are read. */
export function Older({ hasMore, isLoading, onMore }: Props) {
  const { ref, entry } = useIntersection({ rootMargin: '600px' })
  const isNear = entry?.isIntersecting ?? false
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another position or page reads more
  useEffect(() => {
    if (isNear && hasMore && !isLoading) onMore()
  }, [isNear, hasMore, isLoading])
  return (
    <Center ref={ref} p="md">
      {hasMore ? (
        <Button variant="subtle" onClick={onMore} loading={isLoading}>
          {activityTexts.activity.older}
        </Button>
      ) : (
        <Text c="dimmed" fz="sm">
          {activityTexts.activity.end}
        </Text>
      )}
    </Center>
  )
}
