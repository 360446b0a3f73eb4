import { Container } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { etagOf } from '@purveyor/client'
import { MutationCache, QueryClient, QueryClientProvider, replaceEqualDeep } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { Router } from 'wouter'
import { sessions } from '../session/session.ts'
import { SignedInProvider, useSession } from '../session/session-context.tsx'
import { homes, type Me, type Side } from '../session/side.ts'
import { signedInSides } from '../session/tabs.ts'
import { SignInAgain } from '../sign-in/sign-in-again.tsx'
import { SignInPage } from '../sign-in/sign-in-page.tsx'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { vendorStatisticsKey } from '../ui/use-vendor-statistics.ts'
import { LiveUpdates } from './live-updates.tsx'
import { Routes } from './routes.tsx'
import { loadAhead } from './screens.ts'
import { Shell } from './shell.tsx'
import { SignOutDialog } from './sign-out.tsx'

const ShippingCorner = lazy(async () => ({
  default: (await import('../screens/orders/ship/shipping-corner.tsx')).ShippingCorner
}))
const OutboxCorner = lazy(async () => ({
  default: (await import('../screens/queue/decision/outbox-corner.tsx')).OutboxCorner
}))

/** One side of the console: the page to sign in, or the screens. */
export function SideApp({ side }: { side: Side }) {
  const state = useSession(side)
  const [error, setError] = useState<unknown>()
  const start = useCallback(() => {
    setError(undefined)
    // The screen is loaded while the service is asked who the person is.
    if (signedInSides.has(side)) loadAhead(side, location.pathname)
    sessions[side].start().catch(setError)
  }, [side])
  useEffect(start, [start])
  if (error !== undefined) {
    return (
      <Container size="xs" py="xl">
        <ErrorAlert error={error} onRetry={start} />
      </Container>
    )
  }
  if (state.status === 'starting') return null
  if (state.status === 'signed-out') return <SignInPage side={side} />
  return <SignedInApp key={state.me.user?.id} side={side} me={state.me} />
}

function SignedInApp({ side, me }: { side: Side; me: Me }) {
  const queries = useMemo(createQueryClient, [])
  // The next person must not see the messages of this one. Screens show some when they are left.
  useEffect(() => () => queueMicrotask(notifications.clean), [])
  return (
    <QueryClientProvider client={queries}>
      <SignedInProvider side={side} me={me}>
        <Router base={homes[side]}>
          <LiveUpdates />
          <Shell>
            <Routes />
          </Shell>
          <SignOutDialog />
        </Router>
        <Suspense>{side === 'platform' ? <OutboxCorner /> : <ShippingCorner />}</Suspense>
      </SignedInProvider>
      <SignInAgain side={side} />
    </QueryClientProvider>
  )
}

/** The client repeats requests itself, so the queries don't. */
function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    // Any change can change what waits for the vendor, which the navigation counts.
    mutationCache: new MutationCache({
      onSuccess: () => void client.invalidateQueries({ queryKey: vendorStatisticsKey })
    }),
    defaultOptions: {
      queries: { retry: false, networkMode: 'always', staleTime: 10_000, structuralSharing: shareEqual },
      mutations: { retry: false, networkMode: 'always' }
    }
  })
  return client
}

/** Keeps the parts of the data that are equal. The copy that this makes of an object would have no ETag for If-Match. */
function shareEqual(before: unknown, now: unknown): unknown {
  const hasEtag = typeof now === 'object' && now !== null && etagOf(now) !== undefined
  return hasEtag ? now : replaceEqualDeep(before, now)
}
