import { lazy, Suspense, useEffect, useState } from 'react'
import { Redirect, useLocation } from 'wouter'
import { SideApp } from './frame/side-app.tsx'
import { linkPaths } from './session/link-paths.ts'
import { sessions } from './session/session.ts'
import { homes, type Side, sideOf, sides } from './session/side.ts'
import { signedInSides } from './session/tabs.ts'
import { SignInPage } from './sign-in/sign-in-page.tsx'
import { NotFound } from './ui/not-found.tsx'

/** It is loaded only for the few people who have such a link. */
const LinkPage = lazy(async () => ({ default: (await import('./sign-in/link-page.tsx')).LinkPage }))

/** Shows the console of the side to which the address belongs. */
export function App() {
  const [path] = useLocation()
  if (path === '/') return <Start />
  const side = sideOf(path)
  if (side && Object.values(linkPaths).some((linkPath) => path === homes[side] + linkPath))
    return (
      <Suspense fallback={null}>
        <LinkPage side={side} />
      </Suspense>
    )
  return side ? <SideApp key={side} side={side} /> : <NotFound home="/" />
}

/** The page at `/`: the console on which this browser is signed in, or the page to sign in. */
function Start() {
  const [side, setSide] = useState<Side | 'none'>()
  useEffect(() => {
    void findSide().then((found) => setSide(found ?? 'none'))
  }, [])
  if (!side) return null
  return side === 'none' ? <SignInPage /> : <Redirect to={homes[side]} replace />
}

/** Returns the side of the most recent sign-in that is still valid. */
async function findSide(): Promise<Side | undefined> {
  for (const side of signedInSides.list(sides)) {
    // The page of the side shows an error of the service.
    await sessions[side].start().catch(() => undefined)
    if (sessions[side].state.status === 'starting') return side
    if (sessions[side].state.status === 'signed-in') return side
  }
  return undefined
}
