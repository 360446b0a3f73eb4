import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { assertProblem, type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'
import { currentState, readHistory, replay } from '../../../../test/product-history.ts'
import { imageCalls } from '../../../../test/product-images.ts'
import { randomRuns } from '../../../../test/random-runs.ts'

let t: TestApp
let vendor: TestVendor
let operator: string
before(async () => {
  t = await testApp()
  vendor = await t.vendor()
  operator = await t.operator('EDITOR')
})
after(() => t.close())

const fields = ['name', 'shortDescription', 'description', 'images'] as const
type Field = (typeof fields)[number]
type Values = Partial<Record<Field, unknown>>
type Verdict = 'APPROVE' | 'REJECT'

type Step =
  | { kind: 'edit'; values: { name?: string; shortDescription?: string | null; description?: string | null } }
  | { kind: 'image'; n: number }
  | { kind: 'withdraw' }
  | { kind: 'decide'; verdicts: Partial<Record<Field, Verdict>> }
  | { kind: 'whole'; verdict: Verdict }

/** A model of a live product. Images are the list of the alternative texts. */
type Model = {
  live: Record<Field, unknown>
  pending: Values
  decided: Partial<Record<Field, { decision: string; reason: string | null; proposed: unknown }>>
  /** The fields that `moderation.proposed` has. */
  shown: Field[]
  last: { decision: string; reason: string | null } | null
  version: number
}

const text = fc.constantFrom('One', 'Two', 'Three')
const verdict = fc.constantFrom<Verdict>('APPROVE', 'REJECT')
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('edit' as const),
      values: fc.record(
        {
          name: text,
          shortDescription: fc.option(text),
          description: fc.option(text)
        },
        { requiredKeys: [] }
      )
    })
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('image' as const), n: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'withdraw' as const }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('decide' as const),
      verdicts: fc.dictionary(fc.constantFrom<string>(...fields), verdict, { minKeys: 1, maxKeys: 4 })
    })
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('whole' as const), verdict }) }
)

test('decisions on fields with edits in between match a simple model', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const { body } = await t.call('POST /vendor/products', {
        as: vendor.editor,
        body: {
          name: 'Original',
          sku: crypto.randomUUID(),
          variants: [{ sku: 'A', name: 'A', vendorPrice: 1 }]
        }
      })
      const { id } = body
      await t.call(`POST /platform/products/${id}/approve`, { as: operator, body: { version: 1 } })
      const model: Model = {
        live: { name: 'Original', shortDescription: null, description: null, images: [] },
        ...{ pending: {}, decided: {}, shown: [], version: 1 },
        last: { decision: 'APPROVED', reason: null }
      }
      for (const [n, one] of steps.entries()) {
        await apply(id, model, one, n)
        await assertMatches(id, model)
      }
      const entries = await readHistory(t, operator, id)
      const state = replay(entries)
      assert.deepEqual(state, await currentState(t, operator, id))
      assert.doesNotMatch(JSON.stringify(entries.filter(({ field }) => field === 'moderation')), /proposed/)
    }),
    { numRuns: randomRuns(20) }
  )
})

async function apply(id: string, model: Model, step: Step, n: number): Promise<void> {
  switch (step.kind) {
    case 'edit': {
      const answer = await t.call(`PATCH /vendor/products/${id}`, { as: vendor.editor, body: step.values })
      assert.equal(answer.status, 200, answer.text)
      return stageIn(model, step.values)
    }
    case 'image':
      return changeImages(id, model, step.n)
    case 'withdraw': {
      const answer = await t.call(`DELETE /vendor/products/${id}/revision`, { as: vendor.editor })
      assert.equal(answer.status, 200, answer.text)
      if (Object.keys(model.pending).length > 0) edited(model)
      model.pending = {}
      return
    }
    case 'whole':
    case 'decide':
      return decide(id, model, step, n)
  }
}

function stageIn(model: Model, values: Values): void {
  const before = model.pending
  const pending = { ...before }
  const changed = (Object.keys(values) as Field[]).filter((field) => {
    if (isSame(values[field], model.live[field])) delete pending[field]
    else pending[field] = values[field]
    return !isSame(pending[field], before[field]) || field in pending !== field in before
  })
  if (changed.length === 0) return
  if (Object.keys(before).length === 0) model.decided = {}
  for (const field of changed) if (field in pending) delete model.decided[field]
  model.pending = pending
  edited(model)
}

function edited(model: Model): void {
  model.shown = []
  model.version++
}

/** Adds an image, or removes one of the proposed set. */
async function changeImages(id: string, model: Model, n: number): Promise<void> {
  const calls = imageCalls(t, vendor.editor, id)
  const product = await calls.read()
  const set: { id: string; alt: string }[] = product.pendingRevision?.images ?? product.images
  const removed = n < 2 ? undefined : set[n % Math.max(1, set.length)]
  if (removed) {
    assert.equal((await calls.remove(removed.id)).status, 200)
    const rest = set.filter((one) => one.id !== removed.id).map(({ alt }) => alt)
    return stageIn(model, { images: rest })
  }
  if (set.length >= 5) return
  const alt = crypto.randomUUID()
  const answer = await calls.add({ alt })
  assert.equal(answer.status, 200, answer.text)
  stageIn(model, { images: [...set.map((one) => one.alt), alt] })
}

async function decide(
  id: string,
  model: Model,
  step: Extract<Step, { kind: 'whole' | 'decide' }>,
  n: number
): Promise<void> {
  const { version } = model
  const pending = Object.keys(model.pending) as Field[]
  const verdicts =
    step.kind === 'whole' ? Object.fromEntries(pending.map((field) => [field, step.verdict])) : step.verdicts
  const named = Object.keys(verdicts) as Field[]
  const reason = (field: string) => (step.kind === 'whole' ? `All ${n}` : `${field} ${n}`)
  const post = (action: string, body: object) =>
    t.call(`POST /platform/products/${id}/revision/${action}`, { as: operator, body: { version, ...body } })
  const verdictOf = (field: string, one: Verdict | undefined) => {
    return one === 'REJECT' ? { decision: one, reason: reason(field) } : { decision: one }
  }
  const answer = await (step.kind === 'decide'
    ? post('decide', {
        fields: Object.fromEntries(named.map((field) => [field, verdictOf(field, verdicts[field])]))
      })
    : step.verdict === 'APPROVE'
      ? post('approve', {})
      : post('reject', { reason: reason('') }))
  if (named.length === 0) return assertProblem(answer, 409, 'NO_REVISION')
  if (named.some((field) => !(field in model.pending))) return assertProblem(answer, 409, 'FIELD_NOT_PENDING')
  assert.equal(answer.status, 200, answer.text)
  // Each field as if it were decided alone.
  const earlier = fields.filter(
    (field) => model.decided[field]?.decision === 'REJECTED' && !named.includes(field)
  )
  const reasons = earlier.map((field) => model.decided[field]?.reason)
  for (const field of named) {
    const isApproved = verdicts[field] === 'APPROVE'
    if (isApproved) model.live[field] = model.pending[field]
    else reasons.push(reason(field))
    model.decided[field] = isApproved
      ? { decision: 'APPROVED', reason: null, proposed: null }
      : { decision: 'REJECTED', reason: reason(field), proposed: model.pending[field] }
    delete model.pending[field]
  }
  model.shown = fields.filter((field) => model.decided[field]?.decision === 'REJECTED')
  model.last = {
    decision: model.shown.length > 0 ? 'REJECTED' : 'APPROVED',
    reason: reasons.length > 0 ? [...new Set(reasons)].join('\n') : null
  }
}

async function assertMatches(id: string, model: Model): Promise<void> {
  const { body } = await t.call(`GET /platform/products/${id}`, { as: operator })
  assert.deepEqual(valuesOf(body), model.live)
  assert.deepEqual(valuesOf(body.pendingRevision ?? {}), model.pending)
  assert.equal(body.moderationVersion, model.version)
  const { decision, reason, proposed, fields: decided } = body.moderation
  assert.deepEqual({ decision, reason }, model.last)
  assert.deepEqual(
    valuesOf(proposed ?? {}),
    Object.fromEntries(model.shown.map((field) => [field, model.decided[field]?.proposed]))
  )
  assert.deepEqual(
    Object.fromEntries(
      Object.entries(
        decided as Record<string, { decision: string; reasons: { text: string }[]; proposed: unknown }>
      ).map(([field, one]) => [
        field,
        {
          decision: one.decision,
          reason: one.reasons[0]?.text ?? null,
          proposed: field === 'images' && one.proposed ? altsOf(one.proposed) : one.proposed
        }
      ])
    ),
    model.decided
  )
  const storefront = await t.call(`GET /storefront/products/${body.slug}`)
  assert.deepEqual(valuesOf(storefront.body), model.live)
}

function valuesOf(values: Values): Values {
  return Object.fromEntries(
    fields
      .filter((field) => field in values)
      .map((field) => [field, field === 'images' ? altsOf(values.images) : values[field]])
  )
}

function altsOf(images: unknown): string[] {
  return (images as { alt: string }[]).map(({ alt }) => alt)
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
