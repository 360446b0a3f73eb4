import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { randomRuns } from '../../../../test/random-runs.ts'
import type { Outcome } from './outcome.ts'
import type { ReadMessage, Sending } from './sending.ts'
import { type Answer, type Changes, maxSetAside, maxWindow, Session, type SessionStart } from './session.ts'

const refusedPausesMs = [1000, 5000]

function message(sequence: number, key: string): ReadMessage {
  const id = `event-${sequence}`
  return { sequence, key, eventId: id, id, type: 'product.updated', body: '{}', replayNumber: 0 }
}

function sessionOf(start: Partial<SessionStart> = {}): Session {
  return new Session({
    ...{
      position: 0,
      deliveredAhead: [],
      concurrency: 4,
      isFailing: false,
      failures: 0,
      gap: null,
      blockedKeys: []
    },
    ...{ setAsideCount: 0, wasFull: false, refusedPausesMs },
    ...start
  })
}

const statuses = { DELIVERED: 204, REFUSED: 422, FAILED: 503, GONE: 410 }

function answer(outcome: Outcome): Answer {
  return {
    outcome,
    status: statuses[outcome],
    reason: outcome,
    answer: '',
    retryAfterMs: null,
    durationMs: 1
  }
}

/** Takes all messages that can be sent now. */
function sendAll(session: Session, now = 0): Sending[] {
  const sent = []
  for (let next = session.next(now); next; next = session.next(now)) sent.push(next)
  return sent
}

const numbers = (sent: { sequence: number }[]) => sent.map(({ sequence }) => sequence)

/** Takes what is to be committed, and confirms it. */
function commit(session: Session): Changes {
  const changes = session.take()
  session.committed()
  return changes
}

suite('what is sent', () => {
  test('is one event of each key, and as many as the concurrency allows', () => {
    const session = sessionOf()
    session.addEvents(
      ['a', 'a', 'b', 'c', 'd', 'e'].map((key, index) => message(index + 1, key)),
      6
    )
    const sent = sendAll(session)
    assert.deepEqual(numbers(sent), [1, 3, 4, 5])
    for (const one of sent) session.settle(one, answer('DELIVERED'), 0)
    assert.deepEqual(numbers(sendAll(session)), [6, 2])
  })

  test('is one event at a time, in the order of the feed, if the concurrency is 1', () => {
    const session = sessionOf({ concurrency: 1 })
    session.addEvents([message(1, 'a'), message(2, 'b'), message(3, 'a')], 3)
    for (const sequence of [1, 2, 3]) {
      const sent = sendAll(session)
      assert.deepEqual(numbers(sent), [sequence])
      for (const one of sent) session.settle(one, answer('DELIVERED'), 0)
    }
    assert.equal(session.isIdle, true)
  })

  test('makes room for more events when it was delivered, without a commit', () => {
    const session = sessionOf()
    const window = Array.from({ length: maxWindow }, (_, index) => message(index + 1, `key-${index}`))
    session.addEvents(window, maxWindow)
    assert.equal(session.room, 0)
    const [first, ...others] = sendAll(session) as [Sending, ...Sending[]]
    for (const one of others) session.settle(one, answer('DELIVERED'), 0)
    assert.equal(session.room, 0)
    session.settle(first, answer('DELIVERED'), 0)
    assert.equal(session.room, 4)
    for (let sent = sendAll(session); sent.length > 0; sent = sendAll(session))
      for (const one of sent) session.settle(one, answer('DELIVERED'), 0)
    assert.equal(session.room, maxWindow)
  })

  test('with a concurrency of 1, is nothing while a refused event waits', () => {
    const session = sessionOf({ concurrency: 1 })
    session.addEvents([message(1, 'a'), message(2, 'b')], 2)
    for (const one of sendAll(session)) session.settle(one, answer('REFUSED'), 0)
    assert.deepEqual(numbers(sendAll(session, 999)), [])
    assert.equal(session.nextAt(), 1000)
    assert.deepEqual(numbers(sendAll(session, 1000)), [1])
  })

  test('is only the first event while the receiver fails, and the others after it was delivered', () => {
    const session = sessionOf({ isFailing: true, failures: 3 })
    assert.equal(session.room, 1)
    session.addEvents([message(1, 'a')], 1)
    const [probe] = sendAll(session)
    assert.ok(probe)
    assert.deepEqual([session.room, numbers(sendAll(session))], [0, []])
    session.settle(probe, answer('DELIVERED'), 0)
    assert.equal(session.room, maxWindow)
    session.addEvents([message(2, 'a'), message(3, 'b')], 3)
    assert.deepEqual(numbers(sendAll(session)), [2, 3])
    assert.equal(commit(session).recovered, true)
  })

  test('is the gap first, and alone', () => {
    const gap = { message: message(10, 'gap'), position: 10 }
    const session = sessionOf({ position: 5, gap })
    assert.equal(session.room, 0)
    const [first] = sendAll(session)
    assert.equal(first?.origin, 'GAP')
    session.settle(first as Sending, answer('DELIVERED'), 0)
    assert.deepEqual([session.through, session.room], [10, maxWindow])
    const changes = commit(session)
    assert.deepEqual([changes.gapTold, changes.position, changes.gapDropped], [true, 10, null])
  })

  test('is a refused gap three times; then it is dropped', () => {
    const session = sessionOf({ gap: { message: message(0, 'gap'), position: 0 } })
    for (const now of [0, 1000, 6000]) {
      assert.deepEqual(numbers(sendAll(session, now - 1)), [])
      for (const one of sendAll(session, now)) session.settle(one, answer('REFUSED'), now)
    }
    const { gapTold, gapDropped } = commit(session)
    assert.deepEqual([gapTold, gapDropped], [true, { eventId: 'event-0', status: 422 }])
  })

  test('is nothing after the session was ended, but what is in progress counts', () => {
    const session = sessionOf()
    session.addEvents([message(1, 'a'), message(2, 'b'), message(3, 'a')], 3)
    const sent = sendAll(session)
    session.drain()
    for (const one of sent) session.settle(one, answer('DELIVERED'), 0)
    assert.deepEqual([numbers(sendAll(session)), session.isIdle, session.room], [[], true, 0])
    assert.equal(commit(session).position, 2)
  })
})

suite('the position', () => {
  test('follows the first event that was not delivered; those after it are remembered', () => {
    const session = sessionOf({ position: 10 })
    session.addEvents([message(12, 'a'), message(15, 'b'), message(17, 'c')], 20)
    const [first, ...others] = sendAll(session)
    for (const one of others) session.settle(one, answer('DELIVERED'), 0)
    assert.deepEqual(pickPosition(commit(session)), [11, [15, 17]])
    session.settle(first as Sending, answer('DELIVERED'), 0)
    assert.deepEqual(pickPosition(commit(session)), [20, []])
  })

  test('passes events of other types', () => {
    const session = sessionOf({ position: 10 })
    session.addEvents([], 500)
    assert.equal(session.isChanged, true)
    assert.deepEqual(pickPosition(commit(session)), [500, []])
  })

  test('of a session that continues another one skips what was delivered ahead', () => {
    const session = sessionOf({ position: 11, deliveredAhead: [15, 17] })
    session.addEvents([message(12, 'a'), message(15, 'b'), message(17, 'c'), message(18, 'd')], 18)
    assert.deepEqual(numbers(sendAll(session)), [12, 18])
  })

  test('is taken again after a commit has failed, with everything else', () => {
    const session = sessionOf()
    session.addEvents([message(1, 'a'), message(2, 'b')], 2)
    const [first, second] = sendAll(session) as [Sending, Sending]
    session.settle(first, answer('DELIVERED'), 0)
    session.take()
    session.settle(second, answer('FAILED'), 0)
    session.restore()
    const changes = commit(session)
    assert.deepEqual([changes.delivered, changes.failed, changes.position], [1, 1, 1])
    assert.deepEqual([changes.failure?.isNew, changes.failure?.failures], [true, 1])
  })
})

suite('an event that is refused', () => {
  test('is set aside after three attempts, with the later events of its key; others are delivered', () => {
    const session = sessionOf()
    session.addEvents([message(1, 'a'), message(2, 'a'), message(3, 'b')], 3)
    for (const now of [0, 1000, 6000])
      for (const one of sendAll(session, now)) {
        session.settle(one, answer(one.key === 'a' ? 'REFUSED' : 'DELIVERED'), now)
      }
    session.addEvents([message(4, 'a'), message(5, 'c')], 5)
    for (const one of sendAll(session, 6000)) session.settle(one, answer('DELIVERED'), 6000)
    const { setAside, position, delivered, failed } = commit(session)
    assert.deepEqual(
      setAside.map(({ sequence, reason, attempts, status }) => [sequence, reason, attempts, status]),
      [
        [1, 'REFUSED', 3, 422],
        [2, 'BEHIND', 0, null],
        [4, 'BEHIND', 0, null]
      ]
    )
    assert.deepEqual([position, delivered, failed, session.isIdle], [5, 2, 3, true])
  })

  test('keeps its key blocked until nothing of it is set aside', () => {
    const session = sessionOf({ blockedKeys: ['a'], setAsideCount: 1 })
    session.addHeads([{ ...message(1, 'a'), isLastAttempt: false, isBehind: false }])
    session.addEvents([message(2, 'a')], 2)
    const [head] = sendAll(session) as [Sending]
    assert.deepEqual([head.origin, session.wantsHeads], ['SET_ASIDE', false])
    session.settle(head, answer('DELIVERED'), 0)
    assert.equal(session.wantsHeads, false)
    const changes = session.take()
    assert.deepEqual(
      changes.heads.map(({ sequence, result }) => [sequence, result]),
      [[1, 'DELIVERED']]
    )
    session.committed({ blockedKeys: ['a'], count: 1 })
    assert.equal(session.wantsHeads, true)
    session.addHeads([{ ...message(2, 'a'), isLastAttempt: false, isBehind: false }])
    for (const one of sendAll(session)) session.settle(one, answer('DELIVERED'), 0)
    session.addEvents([message(3, 'a')], 3)
    session.take()
    session.committed({ blockedKeys: [], count: 0 })
    session.addEvents([message(4, 'a')], 4)
    assert.deepEqual(numbers(sendAll(session)), [4])
  })

  test('is dropped by the last attempt', () => {
    const session = sessionOf({ blockedKeys: ['a', 'b'], setAsideCount: 2 })
    session.addHeads([
      { ...message(1, 'a'), isLastAttempt: true, isBehind: false },
      { ...message(2, 'b'), isLastAttempt: false, isBehind: false }
    ])
    for (const one of sendAll(session)) session.settle(one, answer('REFUSED'), 0)
    assert.deepEqual(
      commit(session).heads.map(({ sequence, result }) => [sequence, result]),
      [
        [1, 'DROPPED'],
        [2, 'REFUSED']
      ]
    )
  })

  test('that was dropped or refused again holds those behind it back until this is committed', () => {
    for (const isLastAttempt of [true, false]) {
      const session = sessionOf({ blockedKeys: ['a'], setAsideCount: 2 })
      session.addHeads([
        { ...message(1, 'a'), isLastAttempt, isBehind: false },
        { ...message(2, 'a'), isLastAttempt: false, isBehind: true }
      ])
      for (const one of sendAll(session)) session.settle(one, answer('REFUSED'), 0)
      assert.deepEqual([sendAll(session), session.isIdle, session.wantsHeads], [[], true, false])
      session.take()
      session.committed({ blockedKeys: ['a'], count: 1 })
      assert.equal(session.wantsHeads, true)
    }
  })

  test(`is not set aside if there are ${maxSetAside} already: the webhook fails`, () => {
    const session = sessionOf({ blockedKeys: ['a'], setAsideCount: maxSetAside - 1 })
    session.addEvents([message(1, 'a'), message(2, 'a'), message(3, 'b')], 3)
    assert.deepEqual([sendAll(session), session.isIdle], [[], true])
    const { setAside, failure, position } = commit(session)
    assert.deepEqual([numbers(setAside), failure?.reason, position], [[1], 'TOO_MANY_SET_ASIDE', 1])
  })

  test('a webhook that fails for this reason goes on when a tenth was delivered or dropped', () => {
    const full = {
      isFailing: true,
      wasFull: true,
      failures: 1,
      blockedKeys: ['a'],
      setAsideCount: maxSetAside
    }
    const session = sessionOf(full)
    assert.equal(session.room, 0)
    session.addHeads([{ ...message(1, 'a'), isLastAttempt: false, isBehind: false }])
    for (const one of sendAll(session)) session.settle(one, answer('DELIVERED'), 0)
    session.take()
    session.committed({ blockedKeys: ['a'], count: 901 })
    assert.equal(session.room, 0)
    session.committed({ blockedKeys: ['a'], count: 900 })
    assert.ok(session.room > 0)
    assert.equal(commit(session).recovered, true)
  })
})

suite('a receiver that fails', () => {
  test('stops the session; what was in progress counts, and failures are one failure', () => {
    const session = sessionOf()
    session.addEvents(
      [message(1, 'a'), message(2, 'b'), message(3, 'c'), message(4, 'd'), message(5, 'e')],
      5
    )
    const [first, second, third, fourth] = sendAll(session) as [Sending, Sending, Sending, Sending]
    session.settle(second, answer('FAILED'), 0)
    assert.equal(session.isIdle, false)
    const early = commit(session)
    assert.deepEqual([early.failure?.isNew, early.failure?.status], [true, 503])
    session.settle(first, answer('FAILED'), 0)
    session.settle(third, answer('DELIVERED'), 0)
    session.settle(fourth, answer('REFUSED'), 0)
    assert.deepEqual([sendAll(session, 10_000), session.isIdle, session.hasFailed], [[], true, true])
    const late = commit(session)
    assert.deepEqual(
      [late.failure, late.recovered, late.position, late.deliveredAhead],
      [null, false, 0, [3]]
    )
  })

  test('that has answered with 410 is gone', () => {
    const session = sessionOf()
    session.addEvents([message(1, 'a')], 1)
    for (const one of sendAll(session)) session.settle(one, answer('GONE'), 0)
    const { gone, failure, position } = commit(session)
    assert.deepEqual([gone, failure, position, session.isIdle], [true, null, 0, true])
  })

  test('an answer that refuses the event ends the failure too', () => {
    const session = sessionOf({ isFailing: true, failures: 2 })
    session.addEvents([message(1, 'a')], 1)
    for (const one of sendAll(session)) session.settle(one, answer('REFUSED'), 0)
    assert.deepEqual([commit(session).recovered, session.room > 0], [true, true])
  })

  test('failures in a row are counted', () => {
    const session = sessionOf({ isFailing: true, failures: 2 })
    session.addEvents([message(1, 'a')], 1)
    for (const one of sendAll(session)) session.settle(one, answer('FAILED'), 0)
    const { failure } = commit(session)
    assert.deepEqual([failure?.failures, failure?.isNew], [3, false])
  })
})

function pickPosition({ position, deliveredAhead }: Changes) {
  return [position, deliveredAhead]
}

/** An event that is set aside, as the database stores it. */
type Row = { key: string; reason: 'REFUSED' | 'BEHIND'; dueAt: number | null; tries: number }

/** What the database stores about a webhook, and its rules for events that are set aside (`commit-queries.ts`). */
class Stored {
  readonly events: ReadMessage[]
  position = 0
  ahead: number[] = []
  setAside = new Map<number, Row>()
  dropped = new Set<number>()
  isFailing = false
  wasFull = false
  failures = 0

  constructor(events: ReadMessage[]) {
    this.events = events
  }

  begin(concurrency: number): Session {
    return sessionOf({
      ...{ position: this.position, deliveredAhead: this.ahead, concurrency, isFailing: this.isFailing },
      ...{ failures: this.failures, wasFull: this.wasFull, ...this.state() }
    })
  }

  state() {
    const blockedKeys = [...new Set([...this.setAside.values()].map(({ key }) => key))]
    return { blockedKeys, setAsideCount: this.setAside.size, count: this.setAside.size }
  }

  read(session: Session, limit: number): boolean {
    const room = Math.min(session.room, limit)
    if (room === 0) return false
    const after = this.events.filter(({ sequence }) => sequence > session.through)
    const found = after.slice(0, room)
    session.addEvents(found, found.at(-1)?.sequence ?? session.through)
    return after.length > found.length
  }

  /** The first event of each key that is due. */
  readHeads(session: Session, now: number): void {
    if (!session.wantsHeads) return
    const isDue = ({ dueAt }: Row) => dueAt !== null && dueAt <= now
    const keys = new Set([...this.setAside.values()].filter(isDue).map(({ key }) => key))
    const due = [...this.setAside].filter(
      ([, row]) => isDue(row) || (row.dueAt === null && keys.has(row.key))
    )
    session.addHeads(
      due
        .toSorted(([a], [b]) => a - b)
        .map(([sequence, { key, reason, dueAt, tries }]) => ({
          ...message(sequence, key),
          isBehind: dueAt === null,
          isLastAttempt: reason === 'REFUSED' && tries >= 3
        }))
    )
  }

  apply(changes: Changes, now: number): boolean {
    this.position = changes.position
    this.ahead = changes.deliveredAhead
    for (const { sequence, key, reason } of changes.setAside)
      if (!this.setAside.has(sequence))
        this.setAside.set(sequence, {
          key,
          reason,
          dueAt: reason === 'REFUSED' ? now + 10_000 : null,
          tries: 0
        })
    for (const { sequence, result } of changes.heads) {
      const row = this.setAside.get(sequence)
      if (result !== 'REFUSED') this.setAside.delete(sequence)
      else if (row) Object.assign(row, { dueAt: now + 10_000, reason: 'REFUSED', tries: row.tries + 1 })
      if (result === 'DROPPED') this.dropped.add(sequence)
    }
    for (const key of new Set([...changes.setAside, ...changes.heads].map((one) => one.key))) {
      const [first] = [...this.setAside].filter(([, row]) => row.key === key).toSorted(([a], [b]) => a - b)
      if (first) first[1].dueAt ??= now
    }
    if (changes.recovered) Object.assign(this, { isFailing: false, failures: 0, wasFull: false })
    if (changes.failure) {
      this.isFailing = true
      this.failures = changes.failure.failures
      this.wasFull = changes.failure.reason === 'TOO_MANY_SET_ASIDE'
    }
    return changes.setAside.length + changes.heads.length > 0
  }
}

/** What a receiver has got, and the checks that hold at any time. */
class Receiver {
  readonly received = new Set<number>()
  readonly inFlight = new Set<Sending>()
  /** The highest number of each key that has been received. */
  readonly #highest = new Map<string, number>()

  send(sending: Sending): void {
    for (const { key } of this.inFlight) assert.notEqual(key, sending.key, 'two requests with one key')
    this.inFlight.add(sending)
  }

  receive({ sequence, key }: Sending): void {
    if (!this.received.has(sequence))
      assert.ok(
        sequence > (this.#highest.get(key) ?? 0),
        `event ${sequence} comes after a later one of its key`
      )
    this.received.add(sequence)
    this.#highest.set(key, Math.max(sequence, this.#highest.get(key) ?? 0))
  }
}

/** What happens in one step. An answer is for the request with the index. */
const step = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('READ' as const), count: fc.integer({ min: 1, max: 8 }) })
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('HEADS' as const) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('SEND' as const) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('ANSWER' as const),
      index: fc.nat(3),
      fails: fc.oneof(
        { weight: 15, arbitrary: fc.constant(false) },
        { weight: 1, arbitrary: fc.constant(true) }
      )
    })
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('TIME' as const), ms: fc.constantFrom(1000, 5000, 10_000) })
  },
  // Everything that can be sent is sent and answered.
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('SERVE' as const) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('COMMIT' as const), isStored: fc.boolean() }) },
  // A commit during which everything is sent and answered.
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('SLOW_COMMIT' as const), isStored: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('CRASH' as const),
      received: fc.array(fc.boolean(), { maxLength: 4 })
    })
  }
)

/** The key of an event, the difference of its number to that of the event before, and how often it is refused. */
const event = fc.tuple(
  fc.constantFrom('a', 'b', 'c'),
  fc.integer({ min: 1, max: 3 }),
  fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 2, arbitrary: fc.integer({ min: 1, max: 9 }) })
)

test('with any answers and crashes, every event arrives at least once, and those of one key in order', () => {
  const property = fc.property(
    fc.array(event, { maxLength: 20, size: 'max' }),
    fc.constantFrom(1, 2, 4),
    fc.array(step, { maxLength: 200, size: 'max' }),
    (list, concurrency, steps) => {
      let last = 0
      const events = list.map(([key, difference]) => {
        last += difference
        return message(last, key)
      })
      const refusals = new Map(events.map(({ sequence }, index) => [sequence, list[index]?.[2] ?? 0]))
      const stored = new Stored(events)
      const receiver = new Receiver()
      let session = stored.begin(concurrency)
      let now = 0

      const assertNothingPassed = () => {
        const ahead = new Set(stored.ahead)
        for (const { sequence } of events)
          if (sequence <= stored.position || ahead.has(sequence))
            assert.ok(
              receiver.received.has(sequence) ||
                stored.setAside.has(sequence) ||
                stored.dropped.has(sequence),
              `event ${sequence} is lost`
            )
      }
      const commitNow = (isStored: boolean, during = () => {}) => {
        const changes = session.take()
        during()
        if (!isStored) return session.restore()
        session.committed(stored.apply(changes, now) ? stored.state() : undefined)
        assertNothingPassed()
        if (session.isIdle && session.isDraining && !session.isChanged) session = stored.begin(concurrency)
      }
      const send = () => {
        const sending = session.next(now)
        if (sending) receiver.send(sending)
        assert.ok(receiver.inFlight.size <= concurrency)
        return sending
      }
      const settle = (sending: Sending, fails = false) => {
        const { sequence } = sending
        receiver.inFlight.delete(sending)
        const left = refusals.get(sequence) ?? 0
        if (!fails) refusals.set(sequence, left - 1)
        const outcome = fails ? 'FAILED' : left > 0 ? 'REFUSED' : 'DELIVERED'
        if (outcome === 'DELIVERED') receiver.receive(sending)
        session.settle(sending, answer(outcome), now)
      }
      const serve = () => {
        do for (const sending of [...receiver.inFlight]) settle(sending)
        while (send())
      }

      for (const one of steps) {
        if (one.kind === 'READ') stored.read(session, one.count)
        if (one.kind === 'HEADS') stored.readHeads(session, now)
        if (one.kind === 'SEND') send()
        if (one.kind === 'SERVE') serve()
        if (one.kind === 'TIME') now += one.ms
        if (one.kind === 'COMMIT') commitNow(one.isStored)
        if (one.kind === 'SLOW_COMMIT')
          commitNow(one.isStored, () => {
            stored.read(session, 5)
            serve()
          })
        if (one.kind === 'ANSWER') {
          const sending = [...receiver.inFlight][one.index]
          if (sending) settle(sending, one.fails)
        }
        if (one.kind === 'CRASH') {
          for (const [index, sending] of [...receiver.inFlight].entries())
            if (one.received[index]) receiver.receive(sending)
          receiver.inFlight.clear()
          session = stored.begin(concurrency)
        }
      }

      const isFinished = () => stored.setAside.size === 0 && stored.position === last
      for (let round = 0; round < 1000 && !isFinished(); round++) {
        stored.read(session, 50)
        stored.readHeads(session, now)
        serve()
        commitNow(true)
        now += 5000
      }
      for (const { sequence } of events)
        assert.ok(
          receiver.received.has(sequence) || stored.dropped.has(sequence),
          `event ${sequence} is lost`
        )
      assert.deepEqual([stored.position, stored.ahead, stored.setAside.size], [last, [], 0])
    }
  )
  fc.assert(property, { numRuns: randomRuns(5000) })
})
