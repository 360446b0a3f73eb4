import type { Purveyor } from '@purveyor/client'
import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'
import { sessions } from './session.ts'
import type { Me, Side } from './side.ts'

/** The person who is signed in on a side, and the client that sends requests with this session. */
export type SignedIn = {
  side: Side
  me: Me
  purveyor: Purveyor
  /** True if the role may change things. Viewers may only read. */
  canWrite: boolean
  /** True if the role may manage people, tokens and settings. */
  canManage: boolean
}

const SignedInContext = createContext<SignedIn | undefined>(undefined)

/** Returns the state of the session of a side. */
export function useSession(side: Side) {
  const session = sessions[side]
  return useSyncExternalStore(session.subscribe, () => session.state)
}

/** Gives the screens the person who is signed in. */
export function SignedInProvider({ side, me, children }: { side: Side; me: Me; children: ReactNode }) {
  const value: SignedIn = {
    side,
    me,
    purveyor: sessions[side].purveyor,
    canWrite: me.role !== null && me.role !== 'VIEWER',
    canManage: me.role === 'OWNER' || me.role === 'ADMIN'
  }
  return <SignedInContext.Provider value={value}>{children}</SignedInContext.Provider>
}

/** Returns the person who is signed in, and the client. Only for screens of a side. */
export function useSignedIn(): SignedIn {
  const value = useContext(SignedInContext)
  if (!value) throw new Error('This component is used outside of a side.')
  return value
}
