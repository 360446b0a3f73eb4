import {
  type CookieSession,
  Forbidden,
  type Me,
  ProblemError,
  Purveyor,
  PurveyorError,
  Unauthenticated
} from '@purveyor/client'
import { waitingFetch } from '../api/connection-status.ts'
import { requestAcceptance, requestEnd, requestRefresh, requestSession } from './session-requests.ts'
import { type Side, sides } from './side.ts'
import { deleteStoredData } from './stored-data.ts'
import { notifyTabs, oneTabAtATime, onTabMessage, signedInSides } from './tabs.ts'

export type SessionState =
  /** The console asks the service whether the cookie is still valid. */
  | { status: 'starting' }
  | { status: 'signed-out' }
  | { status: 'signed-in'; me: Me }
  /** The session has ended while the person was working. Requests wait until the person signs in again. */
  | { status: 'ended'; me: Me; byPerson: boolean }

/** Thrown to requests that were waiting when the person left the session. */
export class SignedOut extends PurveyorError {
  override name = 'SignedOut'
}

type AccessToken = { token: string; expiresAt: number }
type Waiter = { resolve: () => void; reject: (error: Error) => void }

/** An access token is renewed this long before it expires, in milliseconds. */
const renewBeforeMs = 30_000
const retryMs = 1000

/** The session of one side. The access token is only in memory; the refresh token is in a cookie of the browser. */
export class Session {
  readonly side: Side
  #purveyor: Purveyor
  #state: SessionState = { status: 'starting' }
  #access: AccessToken | undefined
  #renewing: Promise<string> | undefined
  readonly #waiting = new Set<Waiter>()
  readonly #listeners = new Set<() => void>()

  constructor(side: Side) {
    this.side = side
    this.#purveyor = this.#newClient()
  }

  /** The client of the person who is signed in. The next person gets another one. */
  get purveyor(): Purveyor {
    return this.#purveyor
  }

  #newClient(): Purveyor {
    const client: Purveyor = new Purveyor({
      url: location.origin,
      token: async (rejected?: string) => {
        // Between two attempts of a request, someone else can have signed in.
        if (client !== this.#purveyor) throw new SignedOut('The session has ended.')
        return this.#token(rejected)
      },
      fetch: waitingFetch,
      // While the service doesn't respond, requests wait. A person who gives up closes the page.
      maxRetries: 1000
    })
    return client
  }

  /** Returns an access token of the person who is signed in now, for requests that aren't sent by `purveyor`. */
  tokenSource(): (rejected?: string) => Promise<string> {
    const client = this.#purveyor
    return async (rejected) => {
      if (client !== this.#purveyor) throw new SignedOut('The session has ended.')
      return this.#token(rejected)
    }
  }

  get state(): SessionState {
    return this.#state
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Continues the session of the cookie, if there is one. */
  async start(): Promise<void> {
    if (this.#state.status !== 'starting') return
    if (!signedInSides.has(this.side)) return this.#set({ status: 'signed-out' })
    await this.#enter().catch((error: unknown) => {
      if (!(error instanceof SignedOut)) throw error
    })
  }

  /** Takes over the session of a sign-in on this side. */
  async accept(answer: CookieSession): Promise<void> {
    const { me } = this.#state as { me?: Me }
    this.#use(answer)
    if (me && me.user?.id === userOf(answer.access_token)) this.#goOn(me)
    else {
      // What the former person has not sent must not be sent by the new one.
      await this.#deleteData()
      this.#rejectWaiting()
      await this.#enter()
    }
    signedInSides.add(this.side)
    notifyTabs({ type: 'signed-in', side: this.side })
  }

  /** Ends the session, here and in the other tabs, and deletes what the browser has stored of the person. */
  async signOut(): Promise<void> {
    await requestEnd(this.side)
    await this.#deleteData()
    this.#forget()
    notifyTabs({ type: 'signed-out', side: this.side })
  }

  /** Another tab of this browser has signed in or out. */
  tabChanged(type: 'signed-in' | 'signed-out'): void {
    this.#access = undefined
    const state = this.#state
    if (type === 'signed-out' && state.status === 'signed-in') {
      // What is in the page stays for the same person. A reload must not restore it for anyone else.
      void deleteStoredData(state.me)
      this.#set({ status: 'ended', me: state.me, byPerson: true })
    }
    if (type === 'signed-in' && state.status === 'ended') {
      // Requests that wait ask the service again.
      this.#resolveWaiting()
      void this.#renewOnce().catch(() => undefined)
    }
    if (type === 'signed-in' && state.status === 'signed-out') void this.#enter().catch(() => undefined)
  }

  async #enter(): Promise<void> {
    const me = await this.purveyor.auth.me()
    this.#set({ status: 'signed-in', me })
  }

  #token(rejected: string | undefined): Promise<string> {
    if (rejected !== undefined && this.#access?.token === rejected) this.#access = undefined
    const access = this.#access
    if (access && access.expiresAt - Date.now() > renewBeforeMs) return Promise.resolve(access.token)
    return this.#renewOnce()
  }

  #renewOnce(): Promise<string> {
    this.#renewing ??= this.#renew().finally(() => {
      this.#renewing = undefined
    })
    return this.#renewing
  }

  async #renew(): Promise<string> {
    for (;;) {
      const answer = await this.#askService()
      const { me } = this.#state as { me?: Me }
      if (answer && (!me || me.user?.id === userOf(answer.access_token))) {
        this.#use(answer)
        if (me) this.#goOn(me)
        return answer.access_token
      }
      if (!me) {
        this.#forget()
        throw new SignedOut('The session has ended.')
      }
      if (this.#state.status === 'signed-in') this.#set({ status: 'ended', me, byPerson: false })
      await new Promise<void>((resolve, reject) => this.#waiting.add({ resolve, reject }))
      if (this.#access) return this.#access.token
    }
  }

  /** Returns what the service answers for the cookie, or undefined if the cookie is no longer valid. */
  async #askService(): Promise<CookieSession | undefined> {
    for (;;) {
      try {
        return await oneTabAtATime(this.side, () => requestRefresh(this.side))
      } catch (error) {
        if (error instanceof Unauthenticated || error instanceof Forbidden) return undefined
        if (!(error instanceof PurveyorError)) throw error
        const seconds = error instanceof ProblemError ? error.retryAfter : undefined
        await new Promise((resolve) => setTimeout(resolve, seconds ? seconds * 1000 : retryMs))
      }
    }
  }

  #use({ access_token: token, expires_in: seconds }: CookieSession): void {
    this.#access = { token, expiresAt: Date.now() + seconds * 1000 }
  }

  #goOn(me: Me): void {
    if (this.#state.status !== 'signed-in') this.#set({ status: 'signed-in', me })
    this.#resolveWaiting()
  }

  #resolveWaiting(): void {
    for (const { resolve } of this.#waiting) resolve()
    this.#waiting.clear()
  }

  #forget(): void {
    this.#access = undefined
    signedInSides.delete(this.side)
    this.#rejectWaiting()
    this.#set({ status: 'signed-out' })
  }

  /** Ends the requests of the person who was signed in, also those that will be repeated only later. */
  #rejectWaiting(): void {
    this.#purveyor = this.#newClient()
    for (const { reject } of this.#waiting) reject(new SignedOut('The session has ended.'))
    this.#waiting.clear()
  }

  /** Leaves an ended session, so that someone else can sign in. */
  async leave(): Promise<void> {
    await this.#deleteData()
    this.#forget()
  }

  async #deleteData(): Promise<void> {
    const { me } = this.#state as { me?: Me }
    if (me) await deleteStoredData(me)
  }

  #set(state: SessionState): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}

/** Returns the id of the user to whom an access token belongs. */
function userOf(accessToken: string): string | undefined {
  const [, payload = ''] = accessToken.split('.')
  try {
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))).sub
  } catch {
    return undefined
  }
}

export const sessions: Record<Side, Session> = {
  platform: new Session('platform'),
  vendor: new Session('vendor')
}

onTabMessage(({ type, side }) => sessions[side].tabChanged(type))

/** Signs in on the side of the account, and returns the side. Throws a `ProblemError`. */
export async function signIn(credentials: { email: string; password: string }): Promise<Side> {
  const answer = await requestSession(credentials)
  const side = sides.find((one) => one === answer.side) ?? 'vendor'
  await sessions[side].accept(answer)
  return side
}

/** Accepts an invitation and signs in. Returns the side of the team. Throws a `ProblemError`. */
export async function joinTeam({ token, password }: { token: string; password: string }): Promise<Side> {
  const email = await requestAcceptance({ token, password })
  return signIn({ email, password })
}
