import { type ComponentType, lazy, Suspense } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import { useSignedIn } from '../session/session-context.tsx'
import { NotFound } from '../ui/not-found.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { homeOf, type Screen, screensFor } from './screens.ts'
import { useScrollToTop } from './use-scroll-to-top.ts'

const components = new Map<Screen['load'], ComponentType>()

/** Returns the component of a screen, which is loaded when it is shown first. */
function componentOf({ load }: Screen): ComponentType {
  const known = components.get(load) ?? lazy(load)
  components.set(load, known)
  return known
}

/** Shows the screen of the address. */
export function Routes() {
  useScrollToTop()
  const screens = screensFor(useSignedIn())
  const home = homeOf(screens)
  return (
    <Switch>
      {screens.map((screen) => {
        const Component = componentOf(screen)
        return (
          <Route key={screen.path} path={`${screen.path}/*?`}>
            <ErrorBoundary key={screen.path}>
              <Suspense fallback={null}>
                <Component />
              </Suspense>
            </ErrorBoundary>
          </Route>
        )
      })}
      <Route path="/">{home && <Redirect to={home.path} replace />}</Route>
      <Route>
        <NotFound home="/" />
      </Route>
    </Switch>
  )
}
