import { Button, Center, Text } from '@mantine/core'
import { useIntersection } from '@mantine/hooks'
import { useEffect } from 'react'
import { t } from '../../texts/texts.ts'

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
          {t.activity.older}
        </Button>
      ) : (
        <Text c="dimmed" fz="sm">
          {t.activity.end}
        </Text>
      )}
    </Center>
  )
}
