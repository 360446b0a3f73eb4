import { Skeleton } from '@mantine/core'
import { type ComponentProps, lazy, Suspense } from 'react'
import type * as html from './html-difference.tsx'

// What reads HTML is loaded with the first description, because it is a fifth of the code of the screen.
const LazyDifference = lazy(async () => ({ default: (await import('./html-difference.tsx')).HtmlDifference }))
const LazyShown = lazy(async () => ({ default: (await import('./html-difference.tsx')).ShownHtml }))

/** Shows how a description changed. */
export function HtmlDifference(props: ComponentProps<typeof html.HtmlDifference>) {
  return (
    <Suspense fallback={<Skeleton height={160} />}>
      <LazyDifference {...props} />
    </Suspense>
  )
}

/** Shows the description of a new product. */
export function ShownHtml(props: ComponentProps<typeof html.ShownHtml>) {
  return (
    <Suspense fallback={<Skeleton height={160} />}>
      <LazyShown {...props} />
    </Suspense>
  )
}
