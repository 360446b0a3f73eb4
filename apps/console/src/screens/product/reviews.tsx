import { Button, Group, Paper, Rating, Skeleton, Stack, Text } from '@mantine/core'
import type { Product, ProductReview } from '@purveyor/client'
import { IconStar } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useSignedIn } from '../../session/session-context.tsx'
import { productTexts } from '../../texts/product.ts'
import { Ago } from '../../ui/ago.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { formatNumber } from '../../ui/format.ts'

const pageSize = 20

/** What customers have written about a product, newest first. */
export function Reviews({ product }: { product: Product }) {
  const { purveyor } = useSignedIn()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['product-reviews', product.id],
    queryFn: ({ pageParam, signal }) =>
      purveyor.products
        .reviews(product.id, { first: pageSize, ...(pageParam && { after: pageParam }) }, { signal })
        .page(),
    initialPageParam: '',
    getNextPageParam: ({ pageInfo }) => (pageInfo.hasNextPage ? pageInfo.endCursor : null)
  })
  const texts = productTexts.reviews
  if (error) return <ErrorAlert error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={200} />
  const reviews = data.pages.flatMap((page) => page.reviews)
  if (reviews.length === 0) return <Empty icon={IconStar} title={texts.empty} text={texts.emptyDetail} />
  return (
    <Stack>
      <Text>{texts.summary(formatNumber(product.averageRating), product.totalReviews)}</Text>
      {reviews.map((review) => (
        <Review key={review.id} review={review} />
      ))}
      {hasNextPage && (
        <Button
          variant="default"
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
          style={{ alignSelf: 'flex-start' }}
        >
          {texts.more}
        </Button>
      )}
    </Stack>
  )
}

function Review({ review: { rating, title, body, authorName, createdAt } }: { review: ProductReview }) {
  return (
    <Paper withBorder p="md" component="article">
      <Group gap="sm">
        <span role="img" aria-label={productTexts.reviews.rating(rating)}>
          <Rating value={rating} readOnly aria-hidden size="sm" />
        </span>
        {title && <Text fw={600}>{title}</Text>}
      </Group>
      {body && (
        <Text mt={4} style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {body}
        </Text>
      )}
      <Text mt={4} fz="xs" c="dimmed">
        {authorName} · <Ago time={createdAt} />
      </Text>
    </Paper>
  )
}
